/**
 * The characters 0x80 to 0xFF of the NEXTSTEP character set, which octal escapes of property lists use
 * (unicode.org, MAPPINGS/VENDORS/NEXT/NEXTSTEP.TXT). 0xFE and 0xFF are not assigned.
 */
const UPPER_HALF = [
  '\u00a0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏ',
  'ÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷',
  '©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ',
  '®–†‡·¦¶•‚„”»…‰¬¿',
  '¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ',
  '—±¼½¾àáâãäåçèéêë',
  'ìÆíªîïðñŁØŒºòóôõ',
  'öæùúûıüýłøœßþÿ\ufffd\ufffd',
].join('');

/** @param code 0 to 255 */
export const nextstepCharacter = (code: number): string =>
  code < 0x80 ? String.fromCharCode(code) : UPPER_HALF.charAt(code - 0x80);
