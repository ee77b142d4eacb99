import type { NotificationCategory } from '@simdeck/contract/notifications.ts'
import { defineText } from '../ui/words/text.ts'

export const bellText = defineText({
  title: { ja: '通知の種類', en: 'Kinds of notifications' },
  sim: { ja: 'SIM', en: 'SIM' },
  ota: { ja: 'OTA', en: 'OTA' },
  iotsafe: { ja: 'IoT SAFE', en: 'IoT SAFE' },
  unread: { ja: '未読', en: 'unread' },
  shown: { ja: '表示中の画面', en: 'of the open screen' },
  none: { ja: '通知はありません', en: 'No notifications' },
} satisfies Record<NotificationCategory, unknown> & Record<string, unknown>)
