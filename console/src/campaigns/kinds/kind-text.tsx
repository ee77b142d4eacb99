import { defineText } from '../../ui/words/text.ts'

/** Texts of the kinds of OTA in the wizard. */
export const kindText = defineText({
  choosePackage: { ja: '配信するバージョンを選択してください', en: 'Choose the version to install' },
  installSentence: {
    ja: (n: string, name: string, label: string) => (
      <>
        <b>{n}台</b>のSIMに <b>{name}</b>（{label}）を
        <wbr />
        インストールします。
      </>
    ),
    en: (n: string, name: string, label: string) => (
      <>
        Install <b>{name}</b> ({label}) on <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
  libraryUndoWords: {
    ja: '待機中のSIMは、配信の画面でいつでも取り消せます。書き込みに成功したライブラリは、インポートするパッケージがSIMにない間、アンインストールするか以前のバージョンに置き換えられます。',
    en: 'Ready SIMs can be cancelled on the campaign page at any time. A library that was loaded can be uninstalled, or replaced by the former version, as long as no package on the SIM imports it.',
  },
  undoWords: {
    ja: '待機中のSIMは、配信の画面でいつでも取り消せます。成功したSIMは、配信の画面の「ロールバック」で配信の前のアプレットに戻せます。ポーラーは、以前のパッケージをあらためて配信すると元に戻ります。',
    en: 'Ready SIMs can be cancelled on the campaign page at any time. To undo what succeeded, roll the campaign back on its page; for a poller, run a bulk OTA with the former package.',
  },
  removeWhat: { ja: 'アンインストールの対象', en: 'What to uninstall' },
  removeOther: { ja: 'アプレット', en: 'Applet' },
  removeOtherWords: {
    ja: 'ポーラー以外のアプレットを、そのパッケージごと削除します。',
    en: 'The applet other than the poller, with its package.',
  },
  removePoller: { ja: '予備のポーラー', en: 'Standby poller' },
  removePollerWords: {
    ja: '動作していないスロットのポーラーを削除します。動作中のポーラーは残ります。',
    en: 'The poller in the slot that is not running. The running poller stays.',
  },
  removeLibraryWords: {
    ja: '選んだバージョンのライブラリを削除します。アプレットは残ります。',
    en: 'The version of a library that you choose. The applet stays.',
  },
  libraryVersion: { ja: 'アンインストールするライブラリ', en: 'Library to uninstall' },
  noLibraries: { ja: '登録済みのライブラリはありません', en: 'No library is registered' },
  chooseLibrary: { ja: 'アンインストールするライブラリを選択してください', en: 'Choose the library to uninstall' },
  removal: { ja: (name: string) => `${name}のアンインストール`, en: (name: string) => `${name} uninstall` },
  removeSentence: {
    ja: (n: string, name: string) => (
      <>
        <b>{n}台</b>のSIMから <b>{name}</b>を
        <wbr />
        アンインストールします。
      </>
    ),
    en: (n: string, name: string) => (
      <>
        Uninstall <b>{name}</b> from <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
  libraryRemovalUndoWords: {
    ja: '待機中のSIMは、配信の画面でいつでも取り消せます。アンインストールに成功したSIMには、同じライブラリをあらためて配信すると元に戻ります。',
    en: 'Ready SIMs can be cancelled on the campaign page at any time. To undo what succeeded, run a bulk OTA that loads the same library again.',
  },
  inventoryWords: {
    ja: '各SIMのカードに、保持しているパッケージとアプレットを問い合わせます。カードの内容は変わりません。結果は各SIMの画面に表示されます。',
    en: 'Asks the card of each SIM which packages and applets it holds. Nothing on the card changes. Each SIM’s page shows the answer.',
  },
  inventorySentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMのカードの内容を取得します。
      </>
    ),
    en: (n: string) => (
      <>
        Read the cards of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
  iotSafeWords: {
    ja: '各SIMのIoT SAFEアプレットに、保持している鍵とファイルを問い合わせます。カードの内容は変わりません。結果はIoT SAFEの画面に表示されます。IoT SAFEアプレットのないSIMは対象外です。',
    en: 'Asks the IoT SAFE applet of each SIM which keys and files it holds. Nothing on the card changes. The IoT SAFE screens show the answer. SIMs without the applet are left out.',
  },
  iotSafeSentence: {
    ja: (n: string) => (
      <>
        <b>{n}台</b>のSIMのIoT SAFEオブジェクトを取得します。
      </>
    ),
    en: (n: string) => (
      <>
        Read the IoT SAFE objects of <b>{n === '1' ? '1 SIM' : `${n} SIMs`}</b>.
      </>
    ),
  },
})
