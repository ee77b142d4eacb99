/** Removes the apostrophe that exports put before a text that a spreadsheet would take for a formula. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
