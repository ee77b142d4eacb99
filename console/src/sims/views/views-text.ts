import { defineText } from '../../ui/words/text.ts'

export const viewsText = defineText({
  own: { ja: '自分のビュー', en: 'Your views' },
  others: { ja: '共有されたビュー', en: 'Shared views' },
  shared: { ja: '共有中', en: 'Shared' },
  by: { ja: (name: string) => `${name}`, en: (name: string) => `by ${name}` },
  none: {
    ja: '保存したビューはまだありません。条件、並び順、表示項目に名前を付けて保存すると、ここから呼び出せます。',
    en: 'No views yet. Save filters, sort and columns under a name to call them up here.',
  },
  all: { ja: '初期の表示に戻す', en: 'Back to the default' },
  save: { ja: 'ビューを保存', en: 'Save view' },
  saveAs: { ja: '名前を付けて保存', en: 'Save as new' },
  overwrite: { ja: '上書き保存', en: 'Save changes' },
  edit: { ja: (name: string) => `ビュー「${name}」の名前と共有を変更`, en: (name: string) => `Rename or share ${name}` },
  remove: { ja: (name: string) => `ビュー「${name}」を削除`, en: (name: string) => `Delete the view ${name}` },

  newTitle: { ja: 'ビューを保存', en: 'Save view' },
  newWords: {
    ja: '現在の条件、並び順、表示項目、行の高さを保存します。',
    en: 'Saves the present filters, sort, columns and row height.',
  },
  pastedEnds: {
    ja: '貼り付けた番号による絞り込みは、貼り付けから1日で期限が切れます。',
    en: 'The filter by pasted numbers ends a day after they were pasted.',
  },
  editTitle: { ja: '名前と共有を変更', en: 'Rename or share' },
  name: { ja: 'ビュー名', en: 'Name' },
  nameMissing: { ja: 'ビュー名を入力してください', en: 'Enter a name' },
  nameWrong: { ja: 'ビュー名は64文字以内で入力してください', en: 'A name has at most 64 characters' },
  share: { ja: 'ほかのメンバーと共有', en: 'Share with the other members' },
  shareNote: { ja: '変更や削除ができるのは自分だけです', en: 'Only you can change or delete it' },
  act: { ja: '保存', en: 'Save' },

  saved: { ja: (name: string) => `ビュー「${name}」を保存しました`, en: (name: string) => `The view ${name} was saved` },
  notSaved: { ja: 'ビューを保存できませんでした', en: 'The view could not be saved' },
  removeTitle: { ja: 'ビューを削除', en: 'Delete view' },
  removeWords: { ja: (name: string) => `ビュー「${name}」を削除します。`, en: (name: string) => `Deletes the view ${name}.` },
  removeShared: { ja: '共有している全員の一覧からなくなります。', en: 'It goes for everybody it is shared with.' },
  removeAct: { ja: '削除', en: 'Delete' },
  removed: { ja: (name: string) => `ビュー「${name}」を削除しました`, en: (name: string) => `The view ${name} was deleted` },
  notRemoved: { ja: 'ビューを削除できませんでした', en: 'The view could not be deleted' },
  notLoaded: { ja: 'ビューを取得できませんでした', en: 'The views could not be fetched' },
})
