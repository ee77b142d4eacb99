export const exportText = {
  list: { ja: 'SIM一覧', en: 'SIM list' },
  moment: {
    ja: (words: string, clock: string) => `${words}（${clock}）`,
    en: (words: string, clock: string) => `${words} (${clock})`,
  },
} as const
