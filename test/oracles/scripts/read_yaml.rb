# Reads a YAML file with Psych as Rails does and prints the value as JSON.
# usage: ruby read_yaml.rb FILE.yml
# With a locale, a key and numbers, prints the translation that I18n returns for each count.
# usage: ruby read_yaml.rb FILE.yml LOCALE KEY N...
require 'i18n'
require 'json'
require 'yaml'
Encoding.default_external = 'UTF-8'

file, locale, key, *numbers = ARGV
if locale
  I18n.enforce_available_locales = false
  I18n.load_path = [file]
  puts JSON.generate(numbers.map { |number| I18n.t(key, locale: locale.to_sym, count: number.to_i) })
else
  puts JSON.generate(YAML.safe_load(File.read(file), permitted_classes: [Symbol], aliases: true))
end
