import type { Language } from '@simdeck/contract/languages.ts'
import { formatMoment } from '../../../ui/words/clock.ts'

/** Sample values for the preview, one for each variable of the templates. */
export function templateSamples(language: Language, application: string, nowMs: number): Record<string, string> {
  return {
    username: 'taro.yamada@example.co.jp',
    password: 'x7Kp2mQe!wRt',
    code: '48210375',
    url: window.location.origin,
    application,
    time: formatMoment(nowMs),
    method: 'POST',
    event: language === 'ja' ? 'メンバーを招待しました' : 'A member was invited',
  }
}
