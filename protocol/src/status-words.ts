import { fileDiagnoses } from './card-files/file-diagnoses.ts'

/** A text in both languages of the console. */
export type Words = { readonly ja: string; readonly en: string }

/** The probable cause of a failed command, and the operator's next action. */
export type Diagnosis = { readonly likelyCause: Words; readonly nextAction: Words }

/** True for a status word that reports a successful command: 9000, 61xx, 62xx, 63xx, 91xx. */
export function isSuccess(sw: number): boolean {
  return sw === 0x9000 || [0x61, 0x62, 0x63, 0x91].includes(sw >> 8)
}

/** True for a status word after which a card runs the next command of a chunk (OTA protocol §5.4): 9000, 61xx, 62xx, 6310, 91xx. */
export function continuesChunk(sw: number): boolean {
  return sw === 0x9000 || sw === 0x6310 || [0x61, 0x62, 0x91].includes(sw >> 8)
}

const exact: Readonly<Record<number, Words>> = {
  0x9000: { ja: '正常終了', en: 'Normal ending' },
  0x6200: { ja: '警告（情報なし、データ変更なし）', en: 'Warning without information, nothing changed' },
  0x6283: { ja: '警告（選択したファイルまたはアプリケーションは無効）', en: 'Warning: the selected file or application is deactivated' },
  0x63cf: { ja: '遠隔管理の完了（IoT SAFE）', en: 'Remote administration has completed (IoT SAFE)' },
  0x6300: { ja: '警告（認証失敗またはデータ変更あり）', en: 'Warning: authentication failed, or data has changed' },
  0x6310: { ja: '続きのデータあり', en: 'More data available' },
  0x6438: { ja: 'インポート先パッケージがカードに存在しない', en: 'A package the applet imports is missing on the card' },
  0x6581: { ja: 'メモリ書き込みエラー', en: 'Memory failure' },
  0x6700: { ja: 'データ長の誤り', en: 'Wrong length' },
  0x6881: { ja: '論理チャネル非対応', en: 'Logical channel not supported' },
  0x6882: { ja: 'セキュアメッセージング非対応', en: 'Secure messaging not supported' },
  0x6982: { ja: 'セキュリティ条件の不成立', en: 'Security condition not satisfied' },
  0x6983: { ja: '認証手段の閉塞', en: 'Authentication method blocked' },
  0x6984: { ja: '対象を遠隔更新中（IoT SAFE）', en: 'The object is being updated remotely (IoT SAFE)' },
  0x6985: { ja: '使用条件の不成立', en: 'Conditions of use not satisfied' },
  0x6989: { ja: '署名セッションなし（IoT SAFE）', en: 'No session for this command (IoT SAFE)' },
  0x6999: { ja: 'アプレットの選択失敗', en: 'Applet selection failed' },
  0x6a80: { ja: 'データ部の誤り', en: 'Incorrect parameters in the data field' },
  0x6a81: { ja: '機能の非対応', en: 'Function not supported' },
  0x6a82: { ja: '対象のファイルまたはアプリケーションなし', en: 'File or application not found' },
  0x6a83: { ja: '対象のレコードなし', en: 'Record not found' },
  0x6a84: { ja: 'カードの空き容量が不足', en: 'Not enough memory on the card' },
  0x6a86: { ja: 'パラメータ P1・P2 の誤り', en: 'Incorrect parameters P1-P2' },
  0x6a88: { ja: '参照データなし', en: 'Referenced data not found' },
  0x6b00: { ja: 'パラメータ P1・P2 の範囲外', en: 'Wrong parameters P1-P2' },
  0x6d00: { ja: '非対応の命令（INS）', en: 'Instruction not supported' },
  0x6d01: { ja: '署名の不一致（IoT SAFE）', en: 'Wrong signature (IoT SAFE)' },
  0x6e00: { ja: '非対応のクラス（CLA）', en: 'Class not supported' },
  0x6f00: { ja: '原因不明のカード内部エラー', en: 'Internal card error without diagnosis' },
  0x9484: { ja: '非対応の暗号アルゴリズム', en: 'Algorithm not supported' },
  0x9485: { ja: '鍵チェック値の不一致', en: 'Invalid key check value' },
}

/** Explains a status word (ISO/IEC 7816-4 §5.6; GPC 2.3.1 §11.1.3; TS 102 221 §10.2). */
export function explainStatusWord(sw: number): Words {
  const known = exact[sw]
  if (known) return known
  const low = sw & 0xff
  const octet = low.toString(16).toUpperCase().padStart(2, '0')
  if ((sw & 0xfff0) === 0x63c0) return { ja: `照合失敗、残り ${low & 0x0f} 回`, en: `Verification failed, ${low & 0x0f} tries left` }
  switch (sw >> 8) {
    case 0x61:
      return { ja: `正常終了、続きのデータ ${low || 256} バイト`, en: `Normal ending, ${low || 256} more bytes to fetch` }
    case 0x62:
      return { ja: `警告 ${octet}（データ変更なし）`, en: `Warning ${octet}, nothing changed` }
    case 0x63:
      return { ja: `警告 ${octet}（データ変更あり）`, en: `Warning ${octet}, data has changed` }
    case 0x64:
      return { ja: `実行エラー ${octet}（データ変更なし）`, en: `Execution error ${octet}, nothing changed` }
    case 0x65:
      return { ja: `実行エラー ${octet}（データ変更あり）`, en: `Execution error ${octet}, data has changed` }
    case 0x6c:
      return { ja: `Le の誤り、正しくは ${low || 256} バイト`, en: `Wrong Le, ${low || 256} bytes are available` }
    case 0x91:
      return {
        ja: `正常終了、プロアクティブコマンド ${low || 256} バイト待機中`,
        en: `Normal ending, a proactive command of ${low || 256} bytes is pending`,
      }
    default:
      return { ja: '未定義のステータスワード', en: 'Unknown status word' }
  }
}

const diagnoses: Readonly<Record<number, Diagnosis>> = {
  0x6438: {
    likelyCause: {
      ja: 'アプレットが使う API パッケージ、またはそのバージョンがカード未搭載',
      en: 'The card does not hold an API package the applet was built against, or holds an older version',
    },
    nextAction: {
      ja: 'カードの対応 API を確認し、合うバージョンでビルドしたパッケージを再登録',
      en: 'Check which APIs the card supports and upload a package built for them',
    },
  },
  0x6581: {
    likelyCause: { ja: 'カードの不揮発メモリの故障または書き込み寿命', en: 'The non-volatile memory of the card is failing or worn out' },
    nextAction: { ja: '一度だけ再実行し、再発する場合は SIM を交換', en: 'Try once more; replace the SIM when it happens again' },
  },
  0x6700: {
    likelyCause: {
      ja: 'インストールパラメータの長さの誤り、またはカードの受信上限超過',
      en: 'Install parameters of a wrong length, or more data than the card takes',
    },
    nextAction: { ja: 'インストールパラメータを確認して再実行', en: 'Check the install parameters and try again' },
  },
  0x6982: {
    likelyCause: {
      ja: 'セキュアチャネルの途切れ、鍵バージョンの誤り、またはセキュリティレベル不足',
      en: 'The secure channel was lost, the key version is wrong, or the security level is too low',
    },
    nextAction: {
      ja: 'SIM の SCP03 鍵、鍵バージョン、セキュリティレベルを確認',
      en: 'Check the SCP03 keys, key version and security level of the SIM',
    },
  },
  0x6984: {
    likelyCause: {
      ja: '別の処理が IoT SAFE アプレットのオブジェクトを更新中',
      en: 'Something else is updating the object of the IoT SAFE applet',
    },
    nextAction: { ja: '次回のポーリング後に再実行', en: 'Try again after the next poll' },
  },
  0x6985: {
    likelyCause: {
      ja: '同じ AID が使用中、他のアプレットからの参照、またはアプレット自身によるインストール拒否',
      en: 'The AID is already in use, another applet still refers to it, or the applet refused to install',
    },
    nextAction: {
      ja: 'カードのレジストリを確認し、不要なアプレットの削除後に再実行',
      en: 'Read the registry of the card, remove what is in the way and try again',
    },
  },
  0x6999: {
    likelyCause: {
      ja: '対象アプレットの未インストール、または選択の拒否',
      en: 'The applet is not installed, or it refuses to be selected',
    },
    nextAction: { ja: 'インスタンス AID とアプレットの状態を確認', en: 'Check the instance AID and the state of the applet' },
  },
  0x6a80: {
    likelyCause: {
      ja: 'インストールパラメータの不備、TAR や AID の重複、または CAP ファイルとカードの不適合',
      en: 'Malformed install parameters, a TAR or AID in use already, or a CAP file the card cannot link',
    },
    nextAction: {
      ja: 'インストールパラメータと CAP ファイルの対象カードを確認',
      en: 'Check the install parameters and which cards the CAP file was made for',
    },
  },
  0x6a82: {
    likelyCause: { ja: 'AID またはファイルパスの誤り、対象の削除済み', en: 'A wrong AID or file path, or the target was removed before' },
    nextAction: { ja: 'ターゲットの AID とファイルパスを確認', en: 'Check the AID or file path of the target' },
  },
  0x6a84: {
    likelyCause: { ja: '他のアプレットによるカードメモリの占有', en: 'Other applets take up the memory of the card' },
    nextAction: {
      ja: '不要なアプレットを削除して再実行、またはパッケージを縮小',
      en: 'Remove applets that are no longer needed and try again, or make the package smaller',
    },
  },
  0x6a86: {
    likelyCause: {
      ja: 'カード非対応のコマンド種別、またはセキュリティレベル',
      en: 'A form of the command, or a security level, that this card does not offer',
    },
    nextAction: {
      ja: 'SIM に設定したセキュリティレベルとカード仕様を確認',
      en: 'Check the security level set for the SIM against the card profile',
    },
  },
  0x6a88: {
    likelyCause: {
      ja: '削除・参照の対象、またはその鍵バージョンがカードに存在しない',
      en: 'The card does not hold what should be removed or referred to, or no such key version',
    },
    nextAction: {
      ja: '削除なら対応不要、他のコマンドなら AID と鍵バージョンを確認',
      en: 'Nothing to do after a removal; otherwise check the AID and the key version',
    },
  },
  0x6d00: {
    likelyCause: {
      ja: 'セキュリティドメイン以外の選択、またはカード非対応のコマンド',
      en: 'Something other than the security domain was selected, or the card lacks the command',
    },
    nextAction: { ja: 'セキュリティドメイン AID の設定を確認', en: 'Check the security domain AID of the SIM' },
  },
  0x6e00: {
    likelyCause: { ja: 'セキュリティドメイン AID の設定誤り', en: 'The security domain AID of the SIM is wrong' },
    nextAction: { ja: 'セキュリティドメイン AID の設定を確認', en: 'Check the security domain AID of the SIM' },
  },
  0x6f00: {
    likelyCause: { ja: 'アプレットの例外、またはカード内部の異常', en: 'The applet threw an exception, or the card failed inside' },
    nextAction: {
      ja: '別の SIM で再現を確認し、再現する場合はアプレットの開発元へ連絡',
      en: 'Try another SIM; when it fails there too, ask the maker of the applet',
    },
  },
  0x9484: {
    likelyCause: { ja: 'カード非対応の暗号方式による鍵の書き込み', en: 'A key of an algorithm that the card does not support' },
    nextAction: { ja: '鍵の種別と長さをカード仕様に合わせて再実行', en: 'Choose a key type and length that the card supports' },
  },
  0x9485: {
    likelyCause: { ja: 'DEK の誤りによる鍵の復号失敗', en: 'The key was decrypted wrongly: the DEK on record is not that of the card' },
    nextAction: { ja: 'SIM に登録した DEK を確認', en: 'Check the DEK on record for the SIM' },
  },
}

/**
 * The probable cause of a failure and the next action. Null for a success and for an unknown status word. `isOfFiles`: the card refused a
 * command on its files.
 */
export function diagnoseStatusWord(sw: number, isOfFiles = false): Diagnosis | null {
  return (isOfFiles ? fileDiagnoses[sw] : undefined) ?? diagnoses[sw] ?? null
}
