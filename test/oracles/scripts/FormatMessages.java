import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.util.ULocale;
import java.io.PrintStream;
import java.util.*;

/**
 * Formats ICU messages, separated by NUL, with ICU4J. Every argument of a message has the same number, each number in turn.
 * Prints a JSON list for each message: its texts, or an empty list if ICU4J refuses the message.
 * usage: java -cp icu4j.jar FormatMessages.java LANGUAGE N,... < messages
 */
public class FormatMessages {
    public static void main(String[] arguments) throws Exception {
        ULocale locale = ULocale.forLanguageTag(arguments[0]);
        StringJoiner json = new StringJoiner(",", "[", "]");
        for (String message : new String(System.in.readAllBytes(), "UTF-8").split("\0", -1)) {
            json.add(texts(message, locale, arguments[1].split(",")));
        }
        new PrintStream(System.out, true, "UTF-8").println(json);
    }

    private static String texts(String message, ULocale locale, String[] numbers) {
        StringJoiner texts = new StringJoiner(",", "[", "]");
        try {
            MessageFormat format = new MessageFormat(message, locale);
            for (String number : numbers) {
                Map<String, Object> values = new HashMap<>();
                for (String name : format.getArgumentNames()) values.put(name, Long.valueOf(number));
                texts.add(quoted(format.format(values, new StringBuffer(), null).toString()));
            }
            return texts.toString();
        } catch (IllegalArgumentException refused) {
            return "[]";
        }
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char unit : text.toCharArray()) json.append(String.format("\\u%04x", (int) unit));
        return json.append('"').toString();
    }
}
