import { defineText } from '../ui/words/text.ts'

export const apiDocsText = defineText({
  open: { ja: 'OpenAPIドキュメント', en: 'OpenAPI docs' },
  openWords: {
    ja: 'API IDを使って、ほかのシステムから呼び出せるAPIです。',
    en: 'The calls that another system can make with an API ID.',
  },
  all: { ja: 'APIドキュメント（すべて）', en: 'API docs (all calls)' },
  allWords: {
    ja: 'コンソールが使うものを含む、すべてのAPIです。API IDで呼び出せるのは「OpenAPIドキュメント」にあるものだけです。',
    en: 'Every call, those of the console included. With an API ID only those of the OpenAPI docs can be made.',
  },
  back: { ja: 'コンソールに戻る', en: 'Back to the console' },
  other: { ja: '関連ページ', en: 'Related pages' },
  start: { ja: 'はじめに', en: 'Getting started' },
  stepId: {
    ja: '最上位管理者が、コンソールの「設定」→「API ID」でAPI IDとシークレットを発行します。',
    en: 'A Root creates an API ID and its secret in the console under Settings, API IDs.',
  },
  stepToken: {
    ja: 'API IDとシークレットを /v1/token でアクセストークンに交換し、Authorizationヘッダーに付けて呼び出します。',
    en: 'Exchange them at /v1/token for an access token, and send that in the Authorization header of each call.',
  },
  stepLimits: {
    ja: 'トークンの有効期間は10分です。呼び出せる操作は、API IDの権限で決まります。エラーの文言は Accept-Language（ja、en）に従います。',
    en: 'A token is good for 10 minutes. What may be called depends on the role of the API ID. Error messages follow Accept-Language (ja, en).',
  },
  guide: { ja: '例：配信を始めてから元に戻すまで', en: 'Example: a campaign from its start to its rollback' },
  guideWords: {
    ja: '上から順に実行します。TOKENは「はじめに」のアクセストークンで、API IDにはOTAを追加・変更できる権限が必要です。',
    en: 'Run the steps in their order. TOKEN is the access token of Getting started; the role of the API ID must permit adding and changing OTAs.',
  },
  loading: { ja: 'ドキュメントを読み込んでいます', en: 'Loading the document' },
  calls: { ja: 'APIの一覧', en: 'The calls' },
})
