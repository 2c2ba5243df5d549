// The types of what the scripts in `assets` pass to each other. They are checked, but not part of any page. The
// documents are described in trace.schema.json and atlas.schema.json.

declare namespace nx {
  type Mark = 'x' | 'o';
  type Role = 'max' | 'min';
  type Bound = '=' | '<=' | '>=';
  type Score = number | null;
  type Point = [x: number, y: number];

  interface Game {
    name: string;
    shape: number[];
    points: number[][];
    cells: string[];
    columns: string[];
    rows: string[];
    falls?: true;
  }

  // Documents.

  interface Pseudocode {
    form: string;
    title: string;
    lines: string[];
  }

  type Document = TraceDocument | AtlasDocument | PlayoutsDocument;

  interface TraceDocument extends TracePart {
    format: 'noughts-trace';
    game: Game;
    algorithm: string;
    depth?: number;
    order: string;
    unit: string;
    numbering: string;
    view: 'max' | 'mover';
    windowed: boolean;
    pseudocode: Pseudocode;
    steps: number;
    searched: number;
    minimax: number | null;
    alphabeta: number | null;
    note?: undefined;
  }

  interface TracePart {
    first: number;
    nodes: TraceState[];
    events: TraceEvent[];
  }

  interface TraceState {
    id: number;
    parent: number | null;
    move: string;
    board: string;
    turn: Mark;
    role: Role;
    depth: number;
    children: number[];
    searched: boolean;
    score: Score;
    bound: Bound;
    end: 'win' | 'draw' | 'horizon' | 'table' | 'cut' | 'unsearched' | null;
    winner: Mark | null;
    line: number[];
    reason: string;
    chosen: number | null;
    asked: number | null;
    done: number | null;
    cut: number | null;
  }

  type Variable = [name: string, value: string];

  interface TraceEvent {
    step: number;
    kind: 'ask' | 'end' | 'push' | 'raise' | 'lower' | 'cut' | 'answer' | 'choose';
    node: number;
    line: number;
    text: string;
    scores: Score[];
    bounds: Bound[];
    alpha: Score;
    beta: Score;
    variables: Variable[];
    child: number | null;
    searched: number;
    minimax?: number | null;
    alphabeta?: number | null;
    quiz?: { question: string; choices: [text: string, right: boolean, why: string][] };
  }

  interface AtlasDocument {
    format: 'noughts-atlas';
    game: Game;
    max: Mark;
    order: string;
    unit: string;
    complete: boolean;
    note: string;
    pseudocode: Pseudocode;
    sentences: { line: number; text: string }[];
    states: {
      count: number;
      boards: string;
      turns: string;
      ends: string;
      scores: Score[];
      plies: (number | null)[];
      moves: number[][];
      next: number[][];
      chosen: (number | null)[];
      sentences: number[];
      lines: Record<number, number[]>;
    };
    algorithm?: undefined;
    numbering?: undefined;
    view?: undefined;
    depth?: undefined;
  }

  interface PlayoutsDocument {
    format: 'noughts-playouts';
    game: Game;
    algorithm: 'mcts';
    seed: number;
    playouts: number;
    pseudocode: Pseudocode;
    nodes: {
      id: number;
      parent: number | null;
      move: string;
      board: string;
      turn: Mark;
      depth: number;
      over: boolean;
      line: number[];
    }[];
    steps: { node: number; line: number; playouts: number; text: string }[];
    results: [last: number, result: number][];
    chosen: number;
    order?: undefined;
    unit?: undefined;
    numbering?: undefined;
    view?: undefined;
    depth?: undefined;
    note?: undefined;
  }

  interface RaceDocument {
    format: 'noughts-race';
    game: string;
    position: string;
    searched: { minimax: number; alphabeta: number };
    states: string;
    rule: string;
    summary: string;
    legend: [win: string, draw: string, loss: string, skipped: string];
  }

  // Models.

  /** A state of a document. */
  interface Node {
    key: string;
    label: string;
    name: string;
    move: string;
    called: string;
    cell: number;
    board: string;
    turn: Mark;
    role: Role;
    depth: number;
    flip: boolean;
    over: boolean;
    place?: 'end' | 'horizon' | 'table';
    line: number[];
    parent: Node | null;
    kids: Node[];
    chosen?: Node | null;
    border?: boolean; // of an atlas
    leaf?: boolean;
    left?: string; // why it was not searched, in a word
  }

  interface TraceNode extends Node {
    parent: TraceNode | null;
    kids: TraceNode[];
    left: string;
    data: TraceState;
    events: number[];
    asked: number;
    done: number;
    cut: number;
    reason: string;
  }

  interface PlayoutNode extends Node {
    parent: PlayoutNode | null;
    kids: PlayoutNode[];
    from: number;
  }

  interface AtlasNode extends Node {
    parent: AtlasNode | null;
    kids: AtlasNode[];
    chosen: AtlasNode | null;
    border: boolean;
    doc: AtlasDocument;
    index: number;
    made: AtlasNode[] | null;
    score: Score;
    asked?: boolean;
  }

  /** How a node looks at a step. */
  interface Look {
    status: 'ahead' | 'open' | 'done' | 'cut' | 'unknown';
    score: Score;
    bound: Bound;
    scores: Score[];
    bounds: Bound[];
    window: [alpha: Score, beta: Score] | null;
    chosen: Node | null;
    reason: string;
    v?: string | null; // the best score so far, in forms that keep no list
    left?: boolean; // whether a cut-off skipped the rest
  }

  type Pace = [name: string, count: number | null | undefined, total: number | null, own: boolean];

  /** What a step shows. */
  interface Now {
    node: Node;
    stack: Node[];
    unfolded: Set<Node>;
    text: string;
    line: number;
    moving: Node | null;
    title: string;
    count: string;
    counter: string;
    variables: [label: string, name: string, value: string][];
    pace?: Pace[];
  }

  type Model = TraceModel | AtlasModel | PlayoutsModel;

  interface AnyModel {
    pseudocode: Pseudocode;
    windowed: boolean;
    max: Mark;
    small: boolean; // whether it can be drawn whole
    little: boolean; // whether it is drawn whole by default
    inParts: boolean;
    root: Node;
    steps: number;
    node(key: string): Node | undefined;
    has(step: number): boolean;
    load(step: number): Promise<boolean>;
    at(step: number): Now;
    look(node: Node, step: number, open: boolean): Look;
    last(node: Node, step: number, open: boolean): Look;
    legend(): [sign: string, text: string][];
    select(node: Node, step: number): number;
  }

  interface TraceModel extends AnyModel {
    kind: 'trace';
    doc: TraceDocument;
    nodes: TraceNode[];
    count: number;
    events: Map<number, TraceEvent>;
    state(id: number): TraceNode;
    event(step: number): TraceEvent;
    over(step: number): number;
    out(step: number): number;
    like(moves: string[], kind: string): number;
  }

  interface PlayoutsModel extends AnyModel {
    kind: 'playouts';
    doc: PlayoutsDocument;
    nodes: PlayoutNode[];
    count: number;
    over(step: number): number;
    out(step: number): number;
    like(moves: string[], kind: string): number;
  }

  interface AtlasModel extends AnyModel {
    kind: 'atlas';
    doc: AtlasDocument;
    branch?: Branch;
    grow(node: Node): Promise<boolean>;
    reach(path: string): Promise<Node>;
  }

  type Branch = (board: string, turn: Mark) => Promise<AtlasDocument | null>;
  type Part = (first: number) => Promise<TracePart | null>;

  // Views.

  type Explorer = import('./assets/explorer.js').Explorer;

  interface View {
    element: HTMLElement;
    scroller: HTMLElement;
    chosen: Node | null; // the node that has the focus
    arrange(): void;
    update(): void;
    measure(): void;
    resize(): void;
    follow(always?: boolean): void;
    fill(): void;
    hint(node: Node | null): void;
    move(key: string): void;
    scale(factor: number): void;
  }

  /** The visible nodes: the visible children of each, whether it is folded, and how many children are left out. */
  interface Visible {
    kids: Map<Node, Node[]>;
    folded: Map<Node, boolean>;
    more: Map<Node, number>;
  }

  /** The places of a game's cells, in units of a cell. */
  interface Area {
    spots: Point[];
    grid: string;
    width: number;
    height: number;
    layers: number;
    wide: number;
    falls?: true;
  }

  /** The score and the score list of a line below a board. */
  type Line = [score: string, list: string];

  /** What an address or the options ask for; see `mount`. */
  interface Wanted {
    [choice: string]: unknown;
    step?: number;
    path?: string;
    view?: string;
    tree?: string;
  }

  /** A place in a search: the moves to a state, the kind of the step there, and whether the search ends with it. */
  interface Place {
    moves: string[];
    kind: string;
    isEnd: boolean;
  }

  interface Options extends Wanted {
    hash?: boolean;
    keys?: string;
    title?: string;
    heading?: number;
    names?: string[];
    shown?: (index: number) => void;
    moved?: (place: Place) => void;
    frame?: boolean;
    branch?: Branch;
    part?: Part;
  }
}
