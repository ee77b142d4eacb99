/** The product's logo. `gap` is the colour of its openings, which must be the colour of the background. */
export function LogoMark({ size = 22, gap = 'var(--sd-header-bg)' }: { size?: number; gap?: string }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path
        d="M9.2 2.6h6.9L21 7.5v9.3a2 2 0 0 1-1.7 2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M4.9 5.7h6.9a1 1 0 0 1 .7.3l3.5 3.5a1 1 0 0 1 .3.7v9.4a1.9 1.9 0 0 1-1.9 1.9H4.9A1.9 1.9 0 0 1 3 19.6v-12a1.9 1.9 0 0 1 1.9-1.9z"
        fill="currentColor"
      />
      <rect x="5.9" y="11.6" width="7.5" height="7" rx="1.5" fill={gap} />
      <path d="M9.65 11.6v7M5.9 15.1h7.5" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  )
}
