import { defineText } from '../../../ui/words/text.ts'
import type { FieldProblem } from '../draft/rules.ts'

/** A sentence for each mistake of a field. */
export const problemText = defineText({
  fqdnRequired: { ja: 'FQDNを入力してください。', en: 'Enter the FQDN.' },
  fqdnCharacters: { ja: '半角英数字、ドット、ハイフンだけを使えます。', en: 'Only letters, digits, dots and hyphens.' },
  fqdnLength: { ja: '45文字以内で入力してください。', en: 'At most 45 characters.' },
  fqdnEncoded: { ja: '5文字以上で入力してください。', en: 'At least 5 characters.' },
  port: { ja: '1–65535の整数を入力してください。', en: 'A whole number from 1 to 65535.' },
  hours: { ja: '時間は0–99の整数を入力してください。', en: 'Hours: a whole number from 0 to 99.' },
  minutes: { ja: '分は0–59の整数を入力してください。', en: 'Minutes: a whole number from 0 to 59.' },
  interval: { ja: 'ポーリング間隔は5分以上を指定してください。', en: 'Specify a polling interval of at least 5 minutes.' },
  imsi: { ja: '5–15桁の数字を入力してください。', en: 'Enter 5 to 15 digits.' },
  imsiTwice: { ja: '同じ値がすでにあります。', en: 'The same value is there already.' },
  networks: {
    ja: '5–6桁の数字を20件まで、カンマで区切って入力してください。',
    en: 'Up to 20 numbers of 5 or 6 digits, separated by commas.',
  },
  lossMinutes: { ja: '1–60の整数を入力してください。', en: 'A whole number from 1 to 60.' },
  hexRequired: { ja: '16進数を入力してください。', en: 'Enter hexadecimal digits.' },
  hexCharacters: { ja: '16進数（0–9、A–F）で入力してください。', en: 'Hexadecimal digits only (0–9, A–F).' },
  hexOdd: { ja: '1バイトは2桁です。桁を1つ足してください。', en: 'A byte has two digits; one is missing.' },
  hexLength1: { ja: '1バイトで入力してください。', en: 'Enter exactly 1 byte.' },
  hexLength3: { ja: '1つ3バイトで入力してください。', en: 'Enter 3 bytes each.' },
  access: { ja: '3バイト以上を入力するか、空にしてください。', en: 'Enter at least 3 bytes, or leave it empty.' },
  memory: { ja: '0–4294967295の整数を入力してください。', en: 'A whole number from 0 to 4294967295.' },
  number255: { ja: '0–255の整数を入力してください。', en: 'A whole number from 0 to 255.' },
  number8: { ja: '0–8の整数を入力してください。', en: 'A whole number from 0 to 8.' },
  number7: { ja: '0–7の整数を入力してください。', en: 'A whole number from 0 to 7.' },
  menuCount: { ja: '0–50の整数を入力してください。', en: 'A whole number from 0 to 50.' },
  securityLevel: { ja: '2バイト以上を入力するか、空にしてください。', en: 'Enter at least 2 bytes, or leave it empty.' },
} satisfies Record<FieldProblem, { ja: string; en: string }>)
