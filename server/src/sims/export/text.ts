export const exportText = {
  list: { ja: 'SIM一覧', en: 'SIM list' },
  moment: {
    ja: (name: string, clock: string) => `${name}（${clock}）`,
    en: (name: string, clock: string) => `${name} (${clock})`,
  },
} as const
