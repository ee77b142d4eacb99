import { defineText } from '../../ui/words/text.ts'

export const packageKindText = defineText({
  add: { ja: '種類を追加', en: 'Add a type' },
  addTitle: { ja: 'パッケージの種類を追加', en: 'Add a package type' },
  addWords: {
    ja: 'パッケージAIDを先に登録します。AIDが同じCAPファイルは、この種類に登録されます。',
    en: 'Registers a package AID in advance. CAP files with this AID go to the type.',
  },
  aidBad: { ja: '5–16バイトの16進数で入力してください', en: 'Use hex of 5 to 16 bytes' },
  added: { ja: '種類を追加しました', en: 'Type added' },
  notAdded: { ja: '種類を追加できませんでした', en: 'The type was not added' },

  actionsOf: { ja: (name: string) => `種類「${name}」の操作`, en: (name: string) => `Actions for the type ${name}` },
  rename: { ja: 'ラベルを変更', en: 'Change the label' },
  renameOf: { ja: (name: string) => `「${name}」のラベルを変更`, en: (name: string) => `Change the label ${name}` },
  renamed: { ja: 'ラベルを変更しました', en: 'Label changed' },
  notRenamed: { ja: 'ラベルを変更できませんでした', en: 'The label was not changed' },
  save: { ja: '保存', en: 'Save' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },

  delete: { ja: '種類を削除', en: 'Delete types' },
  mayNot: { ja: '権限がありません', en: 'Your role does not permit this' },
  pollerStays: { ja: 'ポーラーは削除できません', en: 'The poller cannot be deleted' },
  deleteTitle: { ja: 'パッケージの種類を削除', en: 'Delete package types' },
  deleteWords: {
    ja: '選んだ種類と、その中のすべてのパッケージが削除され、元に戻せません。SIMが使用中または待機中のパッケージがあると、何も削除されません。',
    en: 'The chosen types and all packages in them are deleted for good. Nothing is deleted if a SIM holds or awaits one of the packages.',
  },
  chosen: { ja: '削除する種類', en: 'Types to delete' },
  packages: { ja: (n: string) => `パッケージ${n}件`, en: (n: string) => `packages: ${n}` },
  deleteAct: {
    ja: (types: string, packages: string) => `種類${types}件とパッケージ${packages}件を削除`,
    en: (types: string, packages: string) => `Delete types: ${types}, packages: ${packages}`,
  },
  deleted: { ja: '種類を削除しました', en: 'Types deleted' },
  notDeleted: { ja: '種類を削除できませんでした', en: 'The types were not deleted' },
})
