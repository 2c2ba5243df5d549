const cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const moves = line.split(" "); // X's first move, O's first move, and so on
  console.log(cells.find((cell) => !moves.includes(cell)));
});
