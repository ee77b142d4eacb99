export function SimDetailPage() {
  return <main id="main" />
}
