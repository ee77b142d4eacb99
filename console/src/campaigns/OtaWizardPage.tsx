export function OtaWizardPage() {
  return <main id="main" />
}
