"""What the JSON API takes and gives, as its description shows it; fields have GamesmanUni's names where it has any."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Side = Literal["x", "o"]
Value = Literal["win", "tie", "lose", "undecided"]

_SECRET = "kTzJ8s0vQy2bN4mXw6RfGA"


class Model(BaseModel):
    """A body: other fields than these are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Model):
    """A game to create."""

    game: str = Field(
        "tictactoe",
        max_length=60,
        description="The game, such as `tictactoe` or `7,6,4 gravity`.",
        examples=["tictactoe", "4,4,3", "7,6,4 gravity", "3,3,3 misere", "3x3x3"],
    )
    x: str = Field(
        "person",
        max_length=60,
        description="`person`, or the level of a computer player.",
        examples=["person", "perfect"],
    )
    o: str = Field("perfect", max_length=60, description="Likewise.", examples=["perfect", "person"])
    xName: str = Field("", max_length=200, examples=["Ada"])
    oName: str = Field("", max_length=200, examples=["Grace"])
    begins: Side = "x"
    start: str = Field(
        "", max_length=2000, description="The first position; empty for the empty board.", examples=["3_/_x_/3_ o"]
    )
    host: Literal["", "x", "o"] = Field("", description="The seat of who creates a game by link; else one screen.")


class Move(Model):
    """A move to make."""

    ply: int = Field(ge=0, le=10_000, description="How many moves were made before it: so none counts twice.")
    move: str = Field(max_length=20, description="The cell, such as `b2`.", examples=["b2", "a1", "c3"])


class Change(Model):
    """Something to do with a game as it was seen."""

    version: int = Field(ge=0, le=1_000_000, description="The version of the game that was seen.", examples=[1])


class Offer(Change):
    """Something to ask the other player."""

    offer: Literal["takeback", "rematch"]


class Answer(Change):
    """An answer to what the other player asked."""

    yes: bool


class Next(Change):
    """The game after this one."""

    swap: bool = False


class Entry(Model):
    """Who takes a seat."""

    name: str = Field("", max_length=200, examples=["Grace"])


class PlayerModel(BaseModel):
    """A player of a game."""

    name: str
    level: str = Field(description="Of a computer player; empty for a person.")
    open: bool = Field(description="Whether the seat waits for somebody.")
    wins: int


class GameModel(BaseModel):
    """A game as somebody sees it."""

    id: str
    version: int = Field(description="One higher after every change.")
    game: str
    position: str
    turn: Side
    ply: int = Field(description="How many moves were made.")
    moves: list[str]
    legalMoves: list[str]
    isOver: bool
    winner: Side | None
    line: list[str] = Field(description="The cells of the line that ended the game.")
    players: dict[Side, PlayerModel]
    drawn: int
    you: list[Side] = Field(description="Whose moves may be made by who asks.")
    linked: bool
    offer: Literal["", "takeback", "rematch"]
    offeredBy: Literal["", "x", "o"] = Field(description="Who has made the offer, or the one that was refused.")
    refused: Literal["", "takeback", "rematch"] = Field(description="The last offer, if it was refused.")
    next: str = Field(description="The game that followed this one.")


class CreatedModel(GameModel):
    """A game, with secrets that are told only once."""

    secret: str = Field(description="Shows who you are: send it as a bearer token.", examples=[_SECRET])
    links: dict[Literal["x", "o", "watch"], str] = Field(
        description="The secrets of the seats and of looking on, for a game by link."
    )


class AnalysedMove(BaseModel):
    """What a move is worth; seen by the player who makes it."""

    move: str
    cell: int
    row: int
    column: int
    position: str = Field(description="The position after it.")
    moveValue: Value
    remoteness: int | None = Field(description="Plies from there to the end of the game, in best play.")
    deltaRemoteness: int | None = Field(description="How much worse that is than for the best move of the same value.")
    replies: int
    losingReplies: int | None
    words: str
    losingWords: str
    estimate: float | None = Field(None, description="The score, where the value is undecided.")


class AnalysisModel(BaseModel):
    """What a position and every move in it is worth, best move first; seen by the player to move."""

    game: str
    position: str
    turn: Side
    positionValue: Value
    remoteness: int | None
    estimate: float | None = Field(None, description="The score, where the value is undecided.")
    reason: str = Field(description="Why the best move is good.")
    reasons: list[dict[str, Any]]
    moves: list[AnalysedMove]
    nodes: int
    sentence: str
    hint: str


class ReviewedMove(BaseModel):
    """A move of a game that was gone through; values are seen by who made it."""

    number: int
    player: Side
    position: str = Field(description="The position before it.")
    move: str
    cell: int
    text: str
    reasons: list[dict[str, Any]]
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    mark: str = Field(description="`?` for half a point given away, `??` for a whole one, `?!` for a slip.")
    mattered: bool | None
    better: dict[str, Any] | None
    punished: bool | None
    words: str
    wordsBefore: str
    story: str


class ReviewModel(BaseModel):
    """A game gone through: where value was given away, and why."""

    game: str
    names: dict[Side, str]
    start: str
    result: str
    moves: list[ReviewedMove]
    accuracy: dict[Side, dict[str, Any]]
    unknown: list[int] = Field(description="The numbers of the moves that could not be judged.")
    heading: str
    legend: str
    summary: list[str]
    values: list[list[Any]]


class HealthModel(BaseModel):
    """How the server does."""

    status: Literal["well", "ill"]
    store: dict[str, Any]
    engines: dict[str, Any]


class ErrorModel(BaseModel):
    """Why something could not be done, in a sentence."""

    error: str
