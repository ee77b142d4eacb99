import { longestTag, maxTagsOfSim } from '@simdeck/contract/tag-keys.ts'
import { defineText } from '../../ui/words/text.ts'

const sims = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)

export const tagsText = defineText({
  tags: { ja: 'タグ', en: 'Tags' },
  add: { ja: 'タグを追加', en: 'Add a tag' },
  placeholder: { ja: '入力してEnterキー', en: 'Type and press Enter' },
  remove: { ja: (tag: string) => `タグ「${tag}」を外す`, en: (tag: string) => `Remove the tag ${tag}` },
  none: { ja: 'タグはありません。', en: 'No tags.' },
  full: { ja: `タグは${maxTagsOfSim}件まで付けられます。`, en: `A SIM has at most ${maxTagsOfSim} tags.` },
  notAdded: { ja: 'タグを付けられませんでした', en: 'The tag could not be added' },
  notRemoved: { ja: 'タグを外せませんでした', en: 'The tag could not be removed' },
  removed: { ja: (tag: string) => `タグ「${tag}」を外しました`, en: (tag: string) => `Tag ${tag} removed` },
  undo: { ja: '元に戻す', en: 'Undo' },
  notLoaded: {
    ja: '登録済みのタグを読み込めませんでした。入力して追加できます。',
    en: 'Existing tags could not be loaded. You can still type one.',
  },
})

/** Reasons why a typed text is no tag. */
export const problemText = defineText({
  tooLong: { ja: `タグは${longestTag}文字以内で入力してください`, en: `A tag has at most ${longestTag} characters` },
  unseen: {
    ja: 'タグに制御文字や目に見えない文字は使えません',
    en: 'A tag cannot contain control characters or invisible characters',
  },
  tooMany: { ja: `タグは${maxTagsOfSim}件までです`, en: `At most ${maxTagsOfSim} tags` },
})

export const bulkTagsText = defineText({
  title: { ja: 'タグを変更', en: 'Change tags' },
  words: {
    ja: (n: string) => `選択した${n}台のSIMに、タグを付けたり外したりします。処理中に画面を離れても続きます。`,
    en: (n: string) => `Tags are added to the ${sims(n)} selected, or removed. You can leave while it runs.`,
  },
  add: { ja: '付けるタグ', en: 'Tags to add' },
  remove: { ja: '外すタグ', en: 'Tags to remove' },
  notAdd: { ja: (tag: string) => `「${tag}」を付けるタグから除く`, en: (tag: string) => `Do not add ${tag}` },
  notRemove: { ja: (tag: string) => `「${tag}」を外すタグから除く`, en: (tag: string) => `Do not remove ${tag}` },
  missing: { ja: '付けるタグか外すタグを入力してください', en: 'Enter a tag to add or to remove' },
  inBoth: { ja: (tag: string) => `「${tag}」は両方に指定されています`, en: (tag: string) => `${tag} is in both lists` },
  effect: { ja: '変更される台数', en: 'SIMs that change' },
  willAdd: {
    ja: (tag: string, n: string, had: string) => `「${tag}」を${n}台に付けます（${had}台には付いています）`,
    en: (tag: string, n: string, had: string) => `${tag} is added to ${sims(n)} (${had} already have it)`,
  },
  willRemove: {
    ja: (tag: string, n: string) => `「${tag}」を${n}台から外します`,
    en: (tag: string, n: string) => `${tag} is removed from ${sims(n)}`,
  },
  uncounted: { ja: (tag: string) => `「${tag}」の台数は数えられません`, en: (tag: string) => `SIMs with ${tag} are not counted` },
  pending: { ja: 'Enterキーを押して、タグを確定してください', en: 'Press Enter to add the tag' },
  counting: { ja: '台数を数えています…', en: 'Counting…' },
  notCounted: { ja: '変更される台数を数えられませんでした。', en: 'The SIMs that change could not be counted.' },
  refused: {
    ja: `タグが${maxTagsOfSim}件を超えるSIMは変更されず、処理の結果に表示されます。`,
    en: `A SIM that would have more than ${maxTagsOfSim} tags is not changed, and is listed in the result.`,
  },
  undo: {
    ja: '元に戻すには、同じSIMを選んで逆の変更をします。もともとタグが付いていたSIMは区別できません。',
    en: 'To undo this, select the same SIMs and change them back. SIMs that had a tag before cannot be told apart.',
  },
  act: { ja: (n: string) => `${n}台を変更`, en: (n: string) => `Change ${n}` },
  failed: { ja: 'タグの変更を開始できませんでした', en: 'The tags could not be changed' },
})
