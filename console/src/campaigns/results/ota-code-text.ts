import type { OtaErrorCode } from '@simdeck/contract/ota.ts'
import { otaErrorCodes } from '@simdeck/contract/ota.ts'
import { messageFaultTexts } from './message-fault-text.ts'

type Words = { readonly ja: string; readonly en: string }

/** Meaning, likely cause and next action of an OTA code. */
export interface OtaCodeText {
  readonly meaning: Words
  readonly likelyCause: Words
  readonly nextAction: Words
}

/** Texts of the OTA error codes (specification §8). The OTA protocol (§5.8) defines when each code occurs. */
const texts: Record<OtaErrorCode, OtaCodeText> = {
  100: {
    meaning: { ja: 'サーバー側の例外', en: 'Exception on the server' },
    likelyCause: {
      ja: 'サーバーで予期しない問題が起きたか、カードの応答を解釈できませんでした。',
      en: 'Something unexpected happened on the server, or the card’s answer could not be read.',
    },
    nextAction: {
      ja: '生ログを確認し、原因を取り除いてから再実行',
      en: 'Read the raw log, remove the cause and run it again',
    },
  },
  101: {
    meaning: { ja: 'OTAの設定が不足', en: 'OTA settings are missing' },
    likelyCause: {
      ja: 'SIMの鍵または対象の設定が未登録か、コマンドがカードの受信バッファに収まりません。',
      en: 'The SIM has no keys or no target on record, or a command does not fit the card’s receive buffer.',
    },
    nextAction: {
      ja: 'SIMの鍵、パッケージ、インストールパラメータの長さを確認して再実行',
      en: 'Check the SIM’s keys, the package and the length of the install parameters, and run it again',
    },
  },
  200: {
    meaning: { ja: '送信するAPDUなし', en: 'No APDU to send' },
    likelyCause: {
      ja: 'パッケージの内容から、カードに送るコマンドを組み立てられませんでした。',
      en: 'No command for the card could be built from the package.',
    },
    nextAction: { ja: 'パッケージとインストールパラメータを確認', en: 'Check the package and its install parameters' },
  },
  201: {
    meaning: { ja: 'チャンクが不正', en: 'Invalid chunk' },
    likelyCause: {
      ja: 'カードが受け取った位置とサーバーの送信位置がずれました。',
      en: 'Where the card was and where the server was in the script did not match.',
    },
    nextAction: { ja: '対応不要。次のポーリングで再開します', en: 'Nothing: it resumes at the next poll' },
  },
  202: {
    meaning: { ja: 'チャンクが空', en: 'Empty chunk' },
    likelyCause: { ja: 'カードに届いたデータにコマンドがありませんでした。', en: 'What reached the card held no command.' },
    nextAction: { ja: '対応不要。次のポーリングで再開します', en: 'Nothing: it resumes at the next poll' },
  },
  203: {
    meaning: { ja: 'パラメータが未登録', en: 'Parameters not registered' },
    likelyCause: {
      ja: 'アプレットに必要なインストールパラメータが登録されていません。',
      en: 'The install parameters that the applet needs are not on record.',
    },
    nextAction: { ja: 'インストールパラメータを指定して再実行', en: 'Give the install parameters and run it again' },
  },
  300: {
    meaning: { ja: 'セキュアチャネルの認証に失敗', en: 'Secure channel authentication failed' },
    likelyCause: {
      ja: '登録済みのSCP03鍵、鍵バージョン番号、またはセキュリティドメインのAIDがカードと一致しません。',
      en: 'The SCP03 keys, the key version or the security domain AID on record are not those of the card.',
    },
    nextAction: { ja: '登録済みの鍵を確認して再実行', en: 'Check the registered keys and run it again' },
  },
  400: {
    meaning: { ja: 'セッションなし', en: 'No session' },
    likelyCause: {
      ja: 'サーバーが混み合っていたか、セッションがすでに終了していました。',
      en: 'The server was busy, or the session had ended before.',
    },
    nextAction: { ja: '対応不要。カードが再びポーリングします', en: 'Nothing: the card polls again' },
  },
  401: {
    meaning: { ja: 'セッションが途中で終了', en: 'Session was aborted' },
    likelyCause: {
      ja: '電波や電源が途切れたか、待ち時間を過ぎたか、新しいセッションに置き換わりました。',
      en: 'Signal or power was lost, it took too long, or a newer session took its place.',
    },
    nextAction: { ja: '対応不要。次のポーリングで再開します', en: 'Nothing: it resumes at the next poll' },
  },
  402: {
    meaning: { ja: '再試行の上限に到達', en: 'Retries used up' },
    likelyCause: {
      ja: '同じコマンドで中断を繰り返したか、中断の合計が上限に達しました。電波または電源が不安定な可能性があります。',
      en: 'It was interrupted again and again at the same command, or too often in all; signal or power may be unreliable there.',
    },
    nextAction: { ja: '電波と電源の状態を確認し、時間をおいて再実行', en: 'Check signal and power and run it again later' },
  },
  500: {
    meaning: { ja: 'カードがコマンドを拒否', en: 'The card refused a command' },
    likelyCause: {
      ja: 'カードがエラーのステータスワードを返しました。',
      en: 'The card answered with an error status word.',
    },
    nextAction: { ja: 'ステータスワードの意味を確認', en: 'See what the status word means' },
  },
  501: {
    meaning: { ja: 'ポーラーの更新をブロック', en: 'Poller update blocked' },
    likelyCause: {
      ja: '予備のポーラーがなく、実行すると通信できるポーラーがなくなります。何も送信していません。',
      en: 'There is no standby poller, so the SIM would be left without a working one. Nothing was sent.',
    },
    nextAction: {
      ja: 'もう一方のスロットのポーラーをインストールしてから再実行',
      en: 'Install the poller of the other slot first, then run it again',
    },
  },
}

const isOtaErrorCode = (code: number): code is OtaErrorCode => otaErrorCodes.some((known) => known === code)

/** Text of a code. Null for a code that is not in the specification. */
export function otaCodeText(code: number): OtaCodeText | null {
  return isOtaErrorCode(code) ? texts[code] : null
}

/** Text of a Failed OTA without a code: a user cancelled it while it waited. */
export const cancelledOtaText: OtaCodeText = {
  meaning: { ja: '待機中に取り消し', en: 'Cancelled while it waited' },
  likelyCause: {
    ja: 'メンバーが取り消しました。カードには何も送信していません。',
    en: 'A user cancelled it. Nothing was sent to the card.',
  },
  nextAction: { ja: '必要な場合は、あらためて一括OTAを実行', en: 'Run a new bulk OTA if it is still wanted' },
}

/** Texts for the reasons with which an OTA ended. Each replaces the text of the code. */
const reasonTexts: Readonly<Record<string, OtaCodeText>> = {
  /** A package removal that the card refused (code 500, 6985). */
  imported: {
    meaning: { ja: 'カードにある別のパッケージがインポートしている', en: 'Another package on the card imports it' },
    likelyCause: {
      ja: 'カードは、ほかのパッケージがインポートするパッケージを削除しません（6985）。パッケージはそのまま残っています。',
      en: 'A card does not delete a package that another one imports (6985). The package is still there.',
    },
    nextAction: {
      ja: 'インポートするパッケージを先にアンインストールして再実行',
      en: 'Uninstall the package that imports it first, then run it again',
    },
  },
  /** An installation that was not started because the card reported too little free memory in its POLL (code 500, 6A84). */
  notEnoughMemory: {
    meaning: { ja: 'カードの空き容量が不足', en: 'Not enough memory on the card' },
    likelyCause: {
      ja: 'カードがポーリングで知らせた空き容量では足りません。カードには何も送信せず、何も削除していません。',
      en: 'The free memory that the card reported in its poll is too little. Nothing was sent to it, and nothing was removed.',
    },
    nextAction: {
      ja: '不要なアプレットを削除して再実行、またはパッケージを縮小',
      en: 'Remove applets that are no longer needed and try again, or make the package smaller',
    },
  },
  /** An OTA whose SIM is set to a security level that its card does not support (code 101). */
  securityLevel: {
    meaning: { ja: 'カードがSCP03セキュリティレベルに非対応', en: 'The card does not offer the SCP03 security level' },
    likelyCause: {
      ja: 'SIMに設定したセキュリティレベルが、カードのSCP03パラメータ（i）にありません。コマンドは実行していません。',
      en: 'The security level set for the SIM is not among those of the card’s SCP03 parameter (i). No command was run.',
    },
    nextAction: { ja: 'SIMの編集でセキュリティレベルを変更して再実行', en: 'Change the security level of the SIM and run it again' },
  },
  /** A job whose commands all ran, although its answers were wrong (code 203 does not show it). */
  unreadable: {
    meaning: { ja: 'カードの応答を読み取れない', en: 'The answers of the card cannot be read' },
    likelyCause: {
      ja: 'コマンドは実行されましたが、応答が規格の形式ではありません。カードのアプレットが想定と異なる可能性があります。',
      en: 'The commands ran, but the answers do not have the form of the standard. The applet on the card may be another one.',
    },
    nextAction: { ja: 'トレースで応答を確認', en: 'See the answers in the trace' },
  },
  /** A certificate that the CA did not make. */
  requestRejected: {
    meaning: { ja: 'CSRを却下', en: 'The certificate request was rejected' },
    likelyCause: {
      ja: 'CSRの署名がカードの鍵と一致しないか、認証局が署名できませんでした。カードに証明書は書き込んでいません。',
      en: 'The signature of the request is not that of the card’s key, or the CA could not sign. No certificate was written.',
    },
    nextAction: { ja: '証明書の画面で理由を確認', en: 'See the reason on the page of the certificate' },
  },
  otherKey: {
    meaning: { ja: 'カードの鍵が証明書の鍵と異なる', en: 'The key on the card is not that of the certificate' },
    likelyCause: {
      ja: '発行の後に、カードの鍵が作り直されています。証明書は書き込みましたが、有効にしていません。',
      en: 'The key on the card was made anew after the certificate was issued. The certificate does not count as active.',
    },
    nextAction: { ja: '証明書を失効し、新しく発行', en: 'Revoke the certificate and issue a new one' },
  },
  otherContent: {
    meaning: { ja: '読み戻した内容が書き込みと異なる', en: 'The file reads back other than it was written' },
    likelyCause: {
      ja: 'カードのメモリの不良か、書き込みの途中で別の変更があった可能性があります。',
      en: 'The memory of the card may be failing, or something else changed the file meanwhile.',
    },
    nextAction: { ja: 'もう一度配布。繰り返す場合はカードを交換', en: 'Deliver it again; replace the card if it happens again' },
  },
  otherCheckValue: {
    meaning: { ja: '鍵チェック値が新しい鍵と一致しない', en: 'The key check values are not those of the new keys' },
    likelyCause: {
      ja: 'カードがPUT KEYに別の鍵チェック値を返しました。記録は以前の鍵のままです。新しい鍵も保管しており、次のOTAでカードの鍵セットを確かめます。',
      en: 'The card answered PUT KEY with other check values. The record keeps the former keys. The new ones are kept too, and the next OTA finds out which the card holds.',
    },
    nextAction: { ja: 'もう一度更新。繰り返す場合はカードを交換', en: 'Rotate the keys again; replace the card if it happens again' },
  },
  /** A new poller that was removed because it did not poll in time. */
  newPollerSilent: {
    meaning: { ja: '新しいポーラーが期限までにポーリングせず', en: 'The new poller did not poll in time' },
    likelyCause: {
      ja: '新しいポーラーをカードから削除しました。これまでのポーラーが動作を続けています。宛先や暗号化の設定が誤っている可能性があります。',
      en: 'The new poller was removed from the card, and the old one continues. Its destination or encryption may be set wrongly.',
    },
    nextAction: {
      ja: 'ポーラーの設定を確認し、数枚のSIMで試してから再実行',
      en: 'Check the parameters of the poller, try it on a few SIMs, and run it again',
    },
  },
  /** A standby poller that did not poll before the time to switch to it ended. */
  standbySilent: {
    meaning: { ja: '予備のポーラーが期限までにポーリングせず', en: 'The standby poller did not poll in time' },
    likelyCause: {
      ja: '切り替えていません。これまでのポーラーが動作を続けています。予備のポーラーのポーリングが無効か、宛先が誤っている可能性があります。',
      en: 'Nothing was switched, and the running poller continues. The standby poller may be set not to poll, or to a wrong destination.',
    },
    nextAction: {
      ja: '予備のポーラーを削除し、正しい設定でインストールし直す',
      en: 'Remove the standby poller and install it again with the right parameters',
    },
  },
  /** A poller that still uses its former keys. */
  formerKeys: {
    meaning: { ja: 'ポーラーが以前の鍵を使い続けている', en: 'The poller keeps its former keys' },
    likelyCause: {
      ja: 'カードは新しい鍵を受け取りましたが、以前の鍵でポーリングしています。以前の鍵で通信を続けられます。ポーラーが鍵の更新に対応していない可能性があります。',
      en: 'The card took the new keys but polls with the former ones, under which it stays reachable. Its poller may not support new keys.',
    },
    nextAction: { ja: 'ポーラーを更新してから再実行', en: 'Update the poller, then run it again' },
  },
  ...messageFaultTexts,
  /** A removal whose card held something else than when it was decided. */
  contentChanged: {
    meaning: { ja: 'カードの内容が変わったため、削除せず', en: 'The card had changed, and nothing was removed' },
    likelyCause: {
      ja: '削除を始めた後に、別の手段でカードの内容が変わりました。現在の内容は取得済みです。',
      en: 'Its content was changed by another hand after the removal was started. The present content has been read.',
    },
    nextAction: { ja: '差分を確認してから、あらためて削除', en: 'Look at the differences, then remove it again' },
  },
  /** A removal of a package with applets that its confirmation did not name. */
  otherApplets: {
    meaning: { ja: '確認していないアプレットがあるため、削除せず', en: 'It has applets that were not confirmed, so nothing was removed' },
    likelyCause: {
      ja: '削除を始めた後にカードの内容を取得したところ、このパッケージに別のアプレットが見つかりました。',
      en: 'A reading of the card, after the removal was started, found more applets of this package.',
    },
    nextAction: {
      ja: '差分でアプレットを確認してから、あらためて削除',
      en: 'Look at its applets among the differences, then remove it again',
    },
  },
  /** An OTA that failed in each of its attempts, after which its SIM was set aside. */
  quarantined: {
    meaning: { ja: '再試行をすべて失敗し、隔離', en: 'Every retry failed, and the SIM was set aside' },
    likelyCause: {
      ja: '電波や電源が繰り返し途切れるか、カードのメモリが不安定です。コードは最後の試行のものです。',
      en: 'Signal or power is lost again and again, or the card’s memory is failing. The code is that of the last attempt.',
    },
    nextAction: { ja: '原因を取り除いてから、SIMを隔離から戻して再実行', en: 'Remove the cause, take the SIM back, and run it again' },
  },
  /** An OTA that was cancelled while it waited for its next attempt. */
  notRetried: {
    meaning: { ja: '再試行を待つ間に取り消し', en: 'Cancelled while it waited for another attempt' },
    likelyCause: {
      ja: '途中まで実行して失敗し、再試行を待つ間に取り消されました。コードは最後の試行のものです。',
      en: 'It had failed part-way and was cancelled before its next attempt. The code is that of the last attempt.',
    },
    nextAction: { ja: '必要な場合は、あらためて一括OTAを実行', en: 'Run a new bulk OTA if it is still wanted' },
  },
}

/** Text for the reason with which an OTA ended. Null if the text of its code applies. */
export function reasonOtaText(reason: string | null): OtaCodeText | null {
  return reason !== null && Object.hasOwn(reasonTexts, reason) ? reasonTexts[reason]! : null
}
