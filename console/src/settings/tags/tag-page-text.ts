import { defineText } from '../../ui/words/text.ts'

export const tagPageText = defineText({
  title: { ja: 'タグ', en: 'Tags' },
  words: {
    ja: 'SIMに付いているすべてのタグです。名前の変更と削除は、そのタグが付いたすべてのSIMに反映されます。',
    en: 'All tags of the SIMs. A tag that is renamed or deleted here changes on all its SIMs.',
  },
  tag: { ja: 'タグ', en: 'Tag' },
  sims: { ja: 'SIM数', en: 'SIMs' },
  actions: { ja: '操作', en: 'Actions' },
  find: { ja: 'タグを検索', en: 'Find a tag' },
  rename: { ja: '名前を変更', en: 'Rename' },
  delete: { ja: '削除', en: 'Delete' },
  renameOf: { ja: (tag: string) => `タグ「${tag}」の名前を変更`, en: (tag: string) => `Rename the tag ${tag}` },
  deleteOf: { ja: (tag: string) => `タグ「${tag}」を削除`, en: (tag: string) => `Delete the tag ${tag}` },
  none: { ja: 'タグはまだありません', en: 'No tags yet' },
  noneWords: {
    ja: 'SIMの画面で付けるか、SIM一覧で複数のSIMを選んで「タグ」から付けます。',
    en: 'Add tags on the page of a SIM, or select SIMs in the list and choose “Tags”.',
  },
  noMatch: { ja: '一致するタグはありません', en: 'No tag matches' },
  showWithout: { ja: 'タグのないSIMを一覧で表示', en: 'Show the SIMs without tags' },

  newName: { ja: '新しい名前', en: 'New name' },
  missing: { ja: '新しい名前を入力してください', en: 'Enter a new name' },
  same: { ja: '今の名前と同じです', en: 'This is the present name' },
  comma: { ja: 'タグにカンマは使えません', en: 'A tag cannot contain a comma' },
  changes: {
    ja: (n: string) => `このタグが付いた${n}台のSIMで、タグの名前が変わります。`,
    en: (n: string) => (n === '1' ? '1 SIM has this tag, and gets the new name.' : `${n} SIMs have this tag, and get the new name.`),
  },
  merges: {
    ja: (tag: string, n: string) => `タグ「${tag}」はすでに${n}台のSIMに付いています。2つのタグは1つになり、あとで分けることはできません。`,
    en: (tag: string, n: string) => `${tag} is on ${n} SIMs already. The two tags become one, and cannot be told apart later.`,
  },
  follow: {
    ja: (views: string, rules: string) =>
      `このタグを条件にしている保存ビュー${views}件とアラート${rules}件の条件も、新しい名前に変わります。`,
    en: (views: string, rules: string) => `Saved views (${views}) and alert rules (${rules}) that filter by it follow.`,
  },
  kept: {
    ja: (views: string, rules: string) =>
      `保存ビュー${views}件とアラート${rules}件がこのタグを条件にしています。条件は変わらないため、削除したあとはこのタグのSIMが見つからなくなります。`,
    en: (views: string, rules: string) =>
      `Saved views (${views}) and alert rules (${rules}) filter by it. They stay as they are, and find no SIM by it any more.`,
  },
  renameAct: { ja: '名前を変更', en: 'Rename' },
  renamed: { ja: (tag: string) => `タグの名前を「${tag}」に変更しました`, en: (tag: string) => `The tag is now ${tag}` },
  notRenamed: { ja: 'タグの名前を変更できませんでした', en: 'The tag could not be renamed' },

  deleteTitle: { ja: 'タグを削除しますか', en: 'Delete the tag?' },
  deletes: {
    ja: (tag: string, n: string) => `タグ「${tag}」を${n}台のSIMから外します。元に戻すことはできません。`,
    en: (tag: string, n: string) => `${tag} is removed from ${n === '1' ? '1 SIM' : `${n} SIMs`}. This cannot be undone.`,
  },
  deleteAct: { ja: 'タグを削除', en: 'Delete the tag' },
  notDeleted: { ja: 'タグを削除できませんでした', en: 'The tag could not be deleted' },
})
