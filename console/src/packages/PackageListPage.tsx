export function PackageListPage() {
  return <main id="main" />
}
