# Reads a YAML file with Psych as Rails does and prints the value as JSON.
# usage: ruby read_yaml.rb FILE.yml
# With a locale, a key and numbers, prints the translation that I18n returns for each count. Each number may have the category that
# its locale has for it, and VALUES is a JSON object of further arguments.
# usage: ruby read_yaml.rb FILE.yml LOCALE KEY [VALUES] N[=CATEGORY]...
require 'i18n'
require 'json'
require 'yaml'
Encoding.default_external = 'UTF-8'

file, locale, key, *numbers = ARGV
if locale
  I18n.enforce_available_locales = false
  I18n.load_path = [file]
  values = numbers[0].start_with?('{') ? JSON.parse(numbers.shift, symbolize_names: true) : {}
  categories = numbers.filter_map { |number| number.split('=') if number.include?('=') }.to_h
  unless categories.empty?
    require 'i18n/backend/pluralization'
    I18n::Backend::Simple.include(I18n::Backend::Pluralization)
    rule = ->(n) { categories[n.to_s].to_sym }
    I18n.backend.store_translations(locale.to_sym, i18n: { plural: { rule: rule } })
  end
  puts JSON.generate(numbers.map { |number| I18n.t(key, locale: locale.to_sym, count: number.to_i, **values) })
else
  puts JSON.generate(YAML.safe_load(File.read(file), permitted_classes: [Symbol], aliases: true))
end
