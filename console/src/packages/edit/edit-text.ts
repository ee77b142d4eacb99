import { defineText } from '../../ui/words/text.ts'

export const packageEditText = defineText({
  actionsOf: { ja: (name: string) => `${name}の操作`, en: (name: string) => `Actions for ${name}` },
  edit: { ja: '編集', en: 'Edit' },
  duplicate: { ja: '複製', en: 'Duplicate' },
  delete: { ja: '削除', en: 'Delete' },
  mayNot: { ja: '権限がありません', en: 'Your role does not permit this' },
  close: { ja: '閉じる', en: 'Close' },
  save: { ja: '保存', en: 'Save' },

  editTitle: { ja: (name: string) => `${name}を編集`, en: (name: string) => `Edit ${name}` },
  editWords: {
    ja: 'CAPファイルの中身は変わりません。変えるには、新しいCAPファイルを登録してください。',
    en: 'The content of the CAP file stays as it is. Add a new CAP file to change it.',
  },
  notes: { ja: 'メモ', en: 'Notes' },
  notesTooLong: { ja: '2,000文字以内で入力してください', en: 'Use at most 2,000 characters' },
  saved: { ja: 'パッケージを保存しました', en: 'Package saved' },
  notSaved: { ja: 'パッケージを保存できませんでした', en: 'The package was not saved' },

  duplicateTitle: { ja: (name: string) => `${name}を複製`, en: (name: string) => `Duplicate ${name}` },
  duplicateWords: {
    ja: '同じCAPファイル、メモ、既定のパラメータを持つパッケージを、別のラベルで登録します。',
    en: 'A package with the same CAP file, notes and default parameters is added under another label.',
  },
  newLabel: { ja: '新しいラベル', en: 'New label' },
  duplicated: { ja: 'パッケージを複製しました', en: 'Package duplicated' },
  notDuplicated: { ja: 'パッケージを複製できませんでした', en: 'The package was not duplicated' },

  deleteTitle: { ja: (name: string) => `${name}を削除しますか`, en: (name: string) => `Delete ${name}?` },
  deleteWords: {
    ja: 'CAPファイル、メモ、既定のパラメータが削除され、元に戻せません。これまでの配信の履歴は残ります。',
    en: 'Its CAP file, notes and default parameters are deleted for good. The history of earlier campaigns stays.',
  },
  deleted: { ja: 'パッケージを削除しました', en: 'Package deleted' },
  notDeleted: { ja: 'パッケージを削除できませんでした', en: 'The package was not deleted' },
  usedTitle: { ja: (name: string) => `${name}は削除できません`, en: (name: string) => `${name} cannot be deleted` },
  usedWords: {
    ja: '次の場所で使用中です。使用がすべて終わると削除できます。',
    en: 'It is in use. It can be deleted when all of these uses have ended.',
  },
  checking: { ja: '使用中かどうかを確認しています…', en: 'Checking its uses…' },
  holding: { ja: (n: string) => `保持しているSIM：${n}台`, en: (n: string) => `SIMs that hold it: ${n}` },
  awaiting: { ja: (n: string) => `OTAが終わっていないSIM：${n}台`, en: (n: string) => `SIMs with an open OTA: ${n}` },
  campaign: { ja: (name: string) => `配信：${name}`, en: (name: string) => `Campaign: ${name}` },
  moreCampaigns: { ja: (n: string) => `ほかの配信：${n}件`, en: (n: string) => `Other campaigns: ${n}` },
})
