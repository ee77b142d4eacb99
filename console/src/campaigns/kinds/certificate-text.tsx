import { defineText } from '../../ui/words/text.ts'

export const certificateText = defineText({
  campaign: { ja: 'IoT SAFE証明書', en: 'IoT SAFE certificates' },
  what: { ja: '証明書の操作', en: 'What to do with certificates' },
  issue: { ja: '発行', en: 'Issue' },
  issueWords: {
    ja: 'SIMの中で鍵を作り、その鍵の証明書を発行します。自動配布のテンプレートではカードへの書き込みまで、手動配布ではCSRの検証までを行います。',
    en: 'The SIM makes a key pair and gets a certificate for it. With automatic delivery it is written to the card; with manual delivery the campaign ends after the request was verified.',
  },
  renew: { ja: '更新', en: 'Renew' },
  renewWords: {
    ja: '「要更新」の証明書と、テンプレートの更新時期に入った証明書を、新しい鍵で発行し直します。新しい証明書が有効になるまで、今の証明書はそのまま使えます。',
    en: 'Issues certificates anew that are marked “need update” or that end within the time of their template, with new keys. The present ones stay in use until the new ones are active.',
  },
  deliver: { ja: '配布', en: 'Deliver' },
  deliverWords: {
    ja: '発行済みで、まだカードにない証明書を書き込みます。',
    en: 'Writes certificates that were issued and are not on the card yet.',
  },
  remove: { ja: '削除', en: 'Delete' },
  removeWords: {
    ja: '「要削除」の証明書を、その鍵とともにカードから削除します。',
    en: 'Deletes certificates that are marked “need delete” from the card, with their keys.',
  },
  template: { ja: '証明書のテンプレート', en: 'Identity template' },
  chooseTemplate: { ja: 'テンプレートを選択してください', en: 'Choose a template' },
  anyTemplate: { ja: 'すべてのテンプレート', en: 'All templates' },
  noTemplates: { ja: 'テンプレートがありません', en: 'There are no templates' },
  sentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMのIoT SAFE証明書を処理します。
      </>
    ),
    en: (n: string) => (
      <>
        Process the IoT SAFE certificates of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
  undo: {
    ja: '待機中のSIMは、配信の画面でいつでも取り消せます。発行した証明書は失効でき、「要削除」にすればカードから削除できます。',
    en: 'Ready SIMs can be cancelled on the campaign page at any time. Certificates that were issued can be revoked, and deleted from the cards once they are marked.',
  },
})
