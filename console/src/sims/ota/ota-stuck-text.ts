import type { Words } from '@simdeck/contract/languages.ts'
import type { Stuck } from './ota-stuck.ts'

type StuckText = { meaning: (amount: string) => Words; cause: Words; next: Words }

/** Texts of the reasons for a delay: meaning, likely cause and next action. The meaning contains a duration or a number. */
export const stuckTexts: Record<Stuck['why'], StuckText> = {
  noKeys: {
    meaning: () => ({ ja: 'SIMの鍵が未登録です。', en: 'The SIM has no keys on record.' }),
    cause: {
      ja: '鍵がないと、カードのポーリングを受け付けられません。',
      en: 'Without them no poll of the card can be accepted.',
    },
    next: { ja: 'SIMの鍵をインポートしてください。', en: 'Import the keys of the SIM.' },
  },
  neverPolled: {
    meaning: () => ({ ja: 'まだ一度もポーリングがありません。', en: 'The SIM has never polled.' }),
    cause: {
      ja: 'デバイスの電源、回線の状態、ポーラーの未インストールや停止、または接続先（FQDNとポート）の誤りが考えられます。',
      en: 'The device may be off or the line inactive, or the poller is missing, switched off, or set to another host or port.',
    },
    next: {
      ja: 'デバイスの電源とSIMの状態、ポーラーの接続先を確認してください。',
      en: 'Check the device’s power, the status of the SIM, and where its poller connects to.',
    },
  },
  silent: {
    meaning: (time) => ({ ja: `最後のポーリングから${time}たっています。`, en: `The last poll was ${time} ago.` }),
    cause: {
      ja: '電源オフ、圏外、回線の停止、ポーラーの停止、または長いポーリング間隔が考えられます。',
      en: 'The device may be off or out of coverage, the line inactive, the poller switched off, or its interval long.',
    },
    next: {
      ja: 'デバイスの電源と電波、SIMの状態を確認してください。次のポーリングで自動的に進みます。',
      en: 'Check the device’s power and signal and the status of the SIM. It goes on by itself at the next poll.',
    },
  },
  notTaken: {
    meaning: () => ({ ja: 'ポーリングはありますが、まだ始まっていません。', en: 'The SIM polls, but the OTA has not begun.' }),
    cause: {
      ja: 'このSIMの別のOTAが先に実行されているか、配信の同時実行の上限に達しているか、サーバーが混み合っています。',
      en: 'Another OTA of this SIM goes first, the campaign is at its limit of SIMs at once, or the server is busy.',
    },
    next: {
      ja: '順番を待ってください。長く続く場合は、配信の同時実行の上限、セッション記録、サーバーの負荷を確認してください。',
      en: 'Wait for its turn. If it lasts, look at the limits of the campaign, the session trace and the load of the server.',
    },
  },
  stalled: {
    meaning: (time) => ({ ja: `カードからの応答が${time}ありません。`, en: `Nothing has been heard of the card for ${time}.` }),
    cause: { ja: '電波や電源が途切れた可能性があります。', en: 'Signal or power may have been lost.' },
    next: {
      ja: '対応不要です。中断として扱い、次のポーリングで続きから再開します。',
      en: 'Nothing: it is taken as interrupted and resumes at the next poll.',
    },
  },
  refusedKeys: {
    meaning: (count) => ({
      ja: `このSIMを名乗る通信を、認証できないため24時間に${count}件拒否しました。`,
      en: `In 24 hours ${count} messages in this SIM’s name were refused: they could not be authenticated.`,
    }),
    cause: {
      ja: '登録済みのCAP_AUTH_KEYまたはENCRYPT_KEYがカードと一致しないか、通信が途中で壊れたか、第三者がこのSIMを名乗っています。',
      en: 'CAP_AUTH_KEY or ENCRYPT_KEY on record are not those of the card, data was damaged on its way, or someone else uses the SIM’s name.',
    },
    next: {
      ja: '件数が増え続ける場合は鍵を確認し、違っていればインポート（更新）で置き換えてください。',
      en: 'If the number keeps rising, check the keys, and replace them by an import (update) where they are wrong.',
    },
  },
  refusedPlain: {
    meaning: (count) => ({
      ja: `暗号化されていない通信を24時間に${count}件拒否しました。`,
      en: `In 24 hours ${count} messages without encryption were refused.`,
    }),
    cause: {
      ja: 'ポーラーの暗号化がオフになっていますが、このSIMでは許可されていません。',
      en: 'The poller’s encryption is off, which is not allowed for this SIM.',
    },
    next: {
      ja: 'ポーラーのインストールパラメータで暗号化をオンにするか、暗号化なしのポーリングを許可してください。',
      en: 'Turn encryption on in the poller’s install parameters, or allow polls without it.',
    },
  },
  refusedCounter: {
    meaning: (count) => ({
      ja: `古い番号のポーリングが24時間に${count}件ありました。`,
      en: `In 24 hours ${count} polls came with a number used before.`,
    }),
    cause: {
      ja: 'カードがポーリングカウンターを繰り返し失っているか、過去のポーリングが再送されています。',
      en: 'The card loses its poll counter again and again, or old polls are being replayed.',
    },
    next: {
      ja: '続く場合は、カードの不揮発メモリの故障を疑い、SIMの交換を検討してください。',
      en: 'If it lasts, the card’s memory may be failing: consider replacing the SIM.',
    },
  },
}
