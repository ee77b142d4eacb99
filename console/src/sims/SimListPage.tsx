export function SimListPage() {
  return null
}
