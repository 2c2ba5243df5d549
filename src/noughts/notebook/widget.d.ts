// The types of what `panel.py` and the script of the widget send each other. They are checked, but not part of the
// widget.

declare namespace np {
  interface Model {
    get(name: 'shown'): Shown;
    on(name: 'change:shown', listener: () => void): void;
    off(name: 'change:shown', listener: () => void): void;
    send(request: Request): void;
  }

  interface Request {
    do: string;
    cell?: number;
  }

  /** What `Panel.shown` returns. */
  interface Shown {
    busy: boolean;
    game: string;
    players: { mark: string; name: string; wins: number; moves: boolean }[];
    drawn: number;
    picture: string;
    layers: Layer[];
    cells: { name: string; can: boolean; takes: number }[];
    status: string;
    note: string;
    tone: string;
    legend: string;
    actions: Action[];
  }

  interface Layer {
    name: string;
    rows: number[][];
  }

  interface Action {
    do: string;
    name: string;
    can: boolean;
    on: boolean | null;
  }
}
