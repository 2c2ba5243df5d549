import java.util.List;
import java.util.Scanner;
import java.util.stream.Stream;

public class FirstFree {
    public static void main(String[] args) {
        for (Scanner input = new Scanner(System.in); input.hasNextLine(); ) {
            List<String> moves = List.of(input.nextLine().split(" ")); // X's first move, O's first move, and so on
            Stream<String> cells = Stream.of("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3");
            System.out.println(cells.filter(cell -> !moves.contains(cell)).findFirst().get());
        }
    }
}
