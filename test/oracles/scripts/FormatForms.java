import java.io.PrintStream;
import java.util.*;

/**
 * Formats the forms of a plural, separated by NUL, as Android does: with the number and the texts behind it.
 * Prints a JSON list with one text for each form and its number.
 * usage: java FormatForms.java N,... TEXT... < forms, one for each number
 */
public class FormatForms {
    public static void main(String[] arguments) throws Exception {
        String[] numbers = arguments[0].split(",");
        String[] forms = new String(System.in.readAllBytes(), "UTF-8").split("\0", -1);
        StringJoiner json = new StringJoiner(",", "[", "]");
        for (int i = 0; i < forms.length; i++) {
            List<Object> values = new ArrayList<>(List.of(Long.valueOf(numbers[i])));
            values.addAll(Arrays.asList(arguments).subList(1, arguments.length));
            json.add(quoted(String.format(Locale.ROOT, forms[i], values.toArray())));
        }
        new PrintStream(System.out, true, "UTF-8").println(json);
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char unit : text.toCharArray()) json.append(String.format("\\u%04x", (int) unit));
        return json.append('"').toString();
    }
}
