import { mostScriptOctets } from '@simdeck/contract/sim-sms-script.ts'
import { defineText } from '../../ui/words/text.ts'

/** Texts of the choice of the way to the cards. */
export const transportText = defineText({
  transport: { ja: 'カードへの経路', en: 'Way to the cards' },
  session: { ja: 'ポーリング', en: 'Poll' },
  sessionWords: {
    ja: '次のポーリングで実行します。変更の前と後の内容も読み取ります。',
    en: 'Runs at the next poll, and reads the contents before and after each change.',
  },
  perSim: { ja: '1台のSMS', en: 'SMS per SIM' },
  one: { ja: '1通と応答1通', en: '1, and 1 answer' },
  sms: { ja: 'SMS', en: 'SMS' },
  smsWords: {
    ja: `SMS用の鍵と電話番号を持つSIMに、1通のSMS（${mostScriptOctets}バイトまで）で送ります。ポーラーは要りません。読み取れるのは最後の行だけで、変更前後の内容は残りません。`,
    en: `One SMS of at most ${mostScriptOctets} bytes for each SIM with keys for SMS and a number. It needs no poller. Only the last line can read, and contents before and after a change are not kept.`,
  },
})
