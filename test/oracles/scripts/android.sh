#!/bin/sh
# Compiles and links string resources with aapt2, then prints the compiled resources.
# usage: android.sh strings.xml
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/res/values"
cp "$1" "$folder/res/values/strings.xml"
printf '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="oracle.test"/>' > "$folder/AndroidManifest.xml"
aapt2 compile --dir "$folder/res" -o "$folder/compiled.zip"
aapt2 link -o "$folder/linked.apk" -I /usr/share/android-framework-res/framework-res.apk \
  --manifest "$folder/AndroidManifest.xml" "$folder/compiled.zip"
aapt2 dump resources "$folder/linked.apk"
