import { defineText } from '../../ui/words/text.ts'

export const safeFileText = defineText({
  campaign: { ja: 'IoT SAFEファイル', en: 'IoT SAFE files' },
  what: { ja: 'ファイルの操作', en: 'What to do with files' },
  write: { ja: '書き込み', en: 'Write' },
  writeWords: {
    ja: '書き込み待ちと「要更新」のファイルを、1台につき古い順に1件、カードに書き込みます。カードから読み戻して一致したときだけ「有効」になります。',
    en: 'Writes the oldest file of each SIM that waits or is marked “need update”. It becomes active only when the card returns it unchanged.',
  },
  remove: { ja: '削除', en: 'Delete' },
  removeWords: {
    ja: '「要削除」のファイルを、1台につき1件、カードから削除します。',
    en: 'Deletes a file that is marked “need delete” from each card.',
  },
  sentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMのIoT SAFEファイルを処理します。
      </>
    ),
    en: (n: string) => (
      <>
        Process the IoT SAFE files of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
  undo: {
    ja: '待機中のSIMは、配信の画面でいつでも取り消せます。書き込んだファイルは、以前の内容で更新するか、削除できます。',
    en: 'Ready SIMs can be cancelled on the campaign page at any time. A file that was written can be updated with its former content, or deleted.',
  },
})
