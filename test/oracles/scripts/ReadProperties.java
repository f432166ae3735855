import java.io.*;
import java.util.*;

/**
 * Reads a .properties file with java.util and prints [key, text] of each entry as JSON.
 * usage: java ReadProperties.java properties|bundle FILE
 */
public class ReadProperties {
    public static void main(String[] arguments) throws Exception {
        Map<String, String> texts = new TreeMap<>();
        try (InputStream file = new FileInputStream(arguments[1])) {
            if (arguments[0].equals("bundle")) {
                ResourceBundle bundle = new PropertyResourceBundle(file);
                for (String key : bundle.keySet()) texts.put(key, bundle.getString(key));
            } else {
                Properties properties = new Properties();
                properties.load(file);
                for (String key : properties.stringPropertyNames()) texts.put(key, properties.getProperty(key));
            }
        }
        StringJoiner json = new StringJoiner(",", "[", "]");
        texts.forEach((key, text) -> json.add("[" + quoted(key) + "," + quoted(text) + "]"));
        System.out.println(json);
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char unit : text.toCharArray()) json.append(String.format("\\u%04x", (int) unit));
        return json.append('"').toString();
    }
}
