import type { ConnectorFailure } from './connectors.ts'
import type { Words } from './languages.ts'

/** The causes for which a carrier could not be asked. */
export const connectorFailures = {
  busy: { ja: '呼び出し数の上限に達しています', en: 'Limit of calls reached' },
  unauthorised: { ja: 'ユーザー名またはAPIキーが拒否されました', en: 'User or API key refused' },
  outOfReach: { ja: '許可されていないアドレスです', en: 'Address not permitted' },
  unreachable: { ja: '応答がありません', en: 'No answer' },
  invalid: { ja: '応答の形式が正しくありません', en: 'Not an answer of this API' },
  failing: { ja: '通信事業者側でエラーが発生しています', en: 'Error at the carrier' },
} as const satisfies Record<ConnectorFailure, Words>
