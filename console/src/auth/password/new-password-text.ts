import { defineText } from '../../ui/words/text.ts'

export const newPasswordText = defineText({
  newPassword: { ja: '新しいパスワード', en: 'New password' },
  confirmation: { ja: '新しいパスワード（確認）', en: 'New password again' },
  missing: { ja: '新しいパスワードを入力してください', en: 'Enter a new password' },
  broken: { ja: 'パスワードが条件を満たしていません', en: 'The password does not meet the rules' },
  again: { ja: '確認のため、もう一度入力してください', en: 'Enter the new password again' },
  mismatch: { ja: 'パスワードが一致しません', en: 'Your passwords do not match.' },
  confirmationMismatch: {
    ja: '確認用のパスワードが新しいパスワードと一致しません',
    en: "Your confirmation password doesn't match new password",
  },
})
