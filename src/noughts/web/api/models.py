"""Request and response models of the JSON API. If GamesmanUni has a name for a field, the models use that name."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from noughts.rules.record import Ended
from noughts.web.model.health import StoreHealth
from noughts.web.model.new_game import Mode
from noughts.web.model.roles import LinkRole

SideField = Literal["x", "o"]
ValueField = Literal["win", "tie", "lose", "undecided"]

_SECRET = "kTzJ8s0vQy2bN4mXw6RfGA"


class RequestModel(BaseModel):
    """A request body. Unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGameModel(RequestModel):
    """A game to create, with the same fields as the forms and URLs of the pages."""

    mode: Mode = Field(
        "computer",
        description="The players: `computer` is you against a computer player, `here` two people at one screen, `link` "
        "you and a friend who takes the other seat by a link, and `watch` two computer players.",
    )
    game: str = Field(
        "tictactoe",
        max_length=60,
        description="The game, such as `tictactoe` or `7,6,4 gravity`.",
        examples=["tictactoe", "4,4,3", "7,6,4 gravity", "3,3,3 misere", "3x3x3"],
    )
    level: str = Field(
        "beginner",
        max_length=60,
        description="The level of the computer player, or of X if two computer players play.",
        examples=["easy", "perfect"],
    )
    rival: str = Field("perfect", max_length=60, description="The level of O if two computer players play.")
    side: Literal["x", "o", "random"] = Field("x", description="Your side, against a computer player or by link.")
    begins: SideField = "x"
    clock: Literal["0", "1", "3", "10"] = Field(
        "0", description="The minutes that each player has in a game played by link. `0` means no clocks."
    )
    name: str = Field("", max_length=100, description="Your name, or the name of X at one screen.", examples=["Ada"])
    friend: str = Field("", max_length=100, description="The name of O at one screen.", examples=["Grace"])
    start: str = Field(
        "",
        max_length=2000,
        description="The first position. An empty text means the empty board.",
        examples=["3_/_x_/3_ o"],
    )


class MoveModel(RequestModel):
    """A move to make."""

    ply: int = Field(
        ge=0, le=10_000, description="The number of moves already made, so that repeating a request has no effect."
    )
    move: str = Field(max_length=20, description="The cell, such as `b2`.", examples=["b2", "a1", "c3"])
    version: int | None = Field(
        None,
        ge=0,
        le=1_000_000,
        description="The version that the client has seen. With it, repeating a move has no effect after a takeback.",
    )


class ChangeModel(RequestModel):
    """A change to a game, with the version that the client has seen."""

    version: int = Field(
        ge=0, le=1_000_000, description="The version of the game that the client has seen.", examples=[1]
    )


class OfferModel(ChangeModel):
    """An offer to the other player."""

    offer: Literal["takeback", "draw", "rematch"]


class AnswerModel(ChangeModel):
    """An answer to the other player's offer."""

    yes: bool


class NextModel(ChangeModel):
    """A request for the next game."""

    swap: bool = False


class EntryModel(RequestModel):
    """A person who takes a seat."""

    name: str = Field("", max_length=200, examples=["Grace"])


class PlayerModel(BaseModel):
    """A player of a game."""

    name: str
    level: str = Field(description="The level of a computer player. Empty for a person.")
    open: bool = Field(description="Whether the seat is free for a friend.")
    wins: int


class GameModel(BaseModel):
    """A game as a client sees it."""

    id: str
    version: int = Field(description="A number that increases by one with every change.")
    game: str
    position: str
    turn: SideField
    ply: int = Field(description="The number of moves made.")
    moves: list[str]
    legalMoves: list[str]
    isOver: bool
    winner: SideField | None
    ended: Ended = Field(description="How the game ended before it was over on the board. Empty if it did not.")
    line: list[str] = Field(description="The cells of the line that ended the game.")
    players: dict[SideField, PlayerModel]
    drawn: int
    you: list[SideField] = Field(description="The players that this client may move for.")
    linked: bool
    offer: Literal["", "takeback", "draw", "rematch"]
    offeredBy: Literal["", "x", "o"] = Field(description="The player who made the offer, or whose offer was declined.")
    refused: Literal["", "takeback", "draw", "rematch"] = Field(description="The last offer if it was declined.")
    next: str = Field(description="The id of the next game.")
    lines: str = Field(description="The game with the variations, comments and properties that were saved with it.")


class CreatedModel(GameModel):
    """A game, with secrets that only this response contains."""

    secret: str = Field(description="Your secret: send it as a bearer token.", examples=[_SECRET])
    links: dict[LinkRole, str] = Field(
        description="For a game played by link, the secrets of the links for the players and for spectators."
    )


class AnalysedMove(BaseModel):
    """The value of a move for the player to move."""

    move: str
    cell: int
    row: int
    column: int
    position: str = Field(description="The position after the move.")
    moveValue: ValueField
    possible: list[ValueField] | None = Field(None, description="If the value is undecided: the values not ruled out.")
    remoteness: int | None = Field(description="The number of plies from that position to the end, with best play.")
    deltaRemoteness: int | None = Field(
        description="The difference in remoteness from the best move with the same value."
    )
    replies: int
    losingReplies: int | None
    words: str
    losingWords: str
    best: bool = Field(description="Whether no other move is better.")
    estimate: float | None = Field(None, description="The score if the value is undecided.")


class AnalysisModel(BaseModel):
    """The values of a position and of its moves, best move first, from the point of view of the player to move."""

    game: str
    position: str
    turn: SideField
    positionValue: ValueField
    possible: list[ValueField] | None = Field(None, description="If the value is undecided: the values not ruled out.")
    remoteness: int | None
    estimate: float | None = Field(None, description="The score if the value is undecided.")
    weak: bool = Field(description="Whether this is about the weak game, in which only X can win.")
    ended: str | None = Field(description="Why the search ended before everything was proved.")
    reason: str = Field(description="Why the best move is good.")
    reasons: list[dict[str, Any]]
    moves: list[AnalysedMove]
    nodes: int
    sentence: str
    hint: str
    line: list[str] = Field(description="The best play for both sides, as far as it is known, at most 9 moves.")


class ReviewedMove(BaseModel):
    """A move in a review. Values are from the point of view of the player who made the move."""

    number: int
    player: SideField
    position: str = Field(description="The position before the move.")
    move: str
    cell: int
    text: str
    sentences: list[str] = Field(description="The sentences of `text`, the first one without the move.")
    reasons: list[dict[str, Any]]
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    mark: str = Field(
        description="`?`: turned a win into a draw, or a draw into a loss. `??`: threw the game away. `?!`: could have "
        "won sooner."
    )
    mattered: bool | None
    better: dict[str, Any] | None
    punished: bool | None
    words: str
    wordsBefore: str
    remarks: list[str] = Field(description="What was better, and whether the opponent used the mistake.")


class ReviewModel(BaseModel):
    """A review of a game, with its mistakes and the reasons why they are mistakes."""

    game: str
    names: dict[SideField, str]
    start: str
    result: str
    moves: list[ReviewedMove]
    accuracy: dict[SideField, dict[str, Any]]
    unknown: list[int] = Field(description="The numbers of the moves that could not be evaluated.")
    heading: str
    legend: str
    summary: list[str]
    values: list[list[Any]]


class PuzzleModel(BaseModel):
    """A puzzle with its solution."""

    id: str = Field(description="The name of the puzzle.", examples=["x8ah74"])
    game: str = Field(description="The game.", examples=["7,6,4 gravity"])
    position: str = Field(description="The position.", examples=["o_x/x2_/x2o x"])
    turn: SideField = Field(description="The player who must find the moves.")
    goal: Literal["win", "draw", "fours"] = Field(
        description="What to reach: a win, a draw, or a win in which every move but the last makes a four."
    )
    line: list[str] = Field(description="The right move, the reply that holds out longest, the next right move, …")
    themes: list[str] = Field(description="The ideas in the solution.", examples=[["win-in-2", "fork"]])
    rating: int = Field(description="How hard it is: about 400 for a child's first puzzles.")


class HealthModel(BaseModel):
    """The health of the server."""

    status: Literal["well", "ill"]
    store: StoreHealth
    engines: dict[str, int | str]


class ErrorModel(BaseModel):
    """An error message in one sentence."""

    error: str
