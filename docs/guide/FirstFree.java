import java.util.List;
import java.util.Scanner;

public class FirstFree {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            List<String> moves = List.of(input.nextLine().split(" ")); // X's first move, O's first move, and so on
            for (String cell : List.of("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")) {
                if (!moves.contains(cell)) {
                    System.out.println(cell);
                    break;
                }
            }
        }
    }
}
