"""The page that grades programs in the visitor's browser."""
