import { defineText } from '../../ui/words/text.ts'

/** The note of a campaign that updates pollers. */
export const pollerUpdateText = defineText({
  title: { ja: '以前のポーラーは置き換えられます', en: 'The old poller is replaced' },
  words: {
    ja: '新しいポーラーは空いているスロットに書き込まれます。新しいポーラーがポーリングすると、以前のポーラーは自動でアンインストールされます。設定した時間内にポーリングしないSIMでは、新しいポーラーがアンインストールされ、以前のポーラーが残ります。',
    en: 'The new poller goes into the free slot. Once it polls, the old poller is uninstalled automatically. On SIMs where it does not poll within the time in the settings, the new poller is uninstalled and the old one stays.',
  },
})
