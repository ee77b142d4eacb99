import { defineText } from '../ui/words/text.ts'

export const firstStepsText = defineText({
  title: { ja: 'はじめの5ステップ', en: 'First five steps' },
  words: {
    ja: '5つが終わると、ここにフリートの状態が表示されます。順番は入れ替えられます。',
    en: 'When they are done, this page shows the fleet. The order is yours.',
  },
  isDone: { ja: '完了', en: 'Done' },
  skip: { ja: '概要を表示', en: 'Show the overview' },
  showSteps: { ja: 'はじめの5ステップを表示', en: 'Show the first five steps' },
  mailServer: { ja: 'メールサーバーを設定', en: 'Set up the mail server' },
  mailServerWords: {
    ja: '招待、パスワードの再設定、通知のメールに使います。',
    en: 'For invitations, password resets and notifications.',
  },
  mailServerAct: { ja: 'メールサーバーを設定', en: 'Set the server' },
  secondFactor: { ja: '多要素認証を有効化', en: 'Turn on multi-factor authentication' },
  secondFactorWords: {
    ja: '自分のアカウントから始めます。全員への必須化はパスワード設定で。',
    en: 'Start with your own account; make it required in the password settings.',
  },
  secondFactorAct: { ja: '多要素認証を設定', en: 'Turn on' },
  sims: { ja: 'SIMと鍵をCSVでインポート', en: 'Import SIMs and keys from CSV' },
  simsWords: {
    ja: '書き込む前に全行を確認し、誤りのある行は番号と理由を示します。',
    en: 'Every row is checked before anything is written; bad rows are listed with the reason.',
  },
  simsAct: { ja: 'CSVをインポート', en: 'Import a CSV' },
  package: { ja: 'パッケージを登録', en: 'Add a package' },
  packageWords: { ja: 'CAPファイルからAIDとバージョンを読み取ります。', en: 'AID and version are read from the CAP file.' },
  packageAct: { ja: 'CAPファイルを選択', en: 'Choose a CAP file' },
  firstOta: { ja: '1枚のSIMでOTAを試す', en: 'Try OTA on one SIM' },
  firstOtaWords: {
    ja: '手元のSIMに書き込み、カードの応答を1件ずつ確認します。',
    en: 'Write to one SIM at hand and follow the card’s answers.',
  },
  firstOtaAct: { ja: 'SIMを選択', en: 'Choose a SIM' },
})
