export { Avatar } from './avatar'
export type { Bar } from './charts/bar'
export { BarChart } from './charts/bar-chart'
export { ShareChart } from './charts/share-chart'
export { readColor } from './color'
export { ConfirmDialog } from './confirm-dialog'
export { CopyButton } from './copy-button'
export { copyText } from './copy-text'
export { DangerItem, DangerZone } from './danger-zone'
export { DayField, type DayFieldProps, INCOMPLETE_DAY } from './day-field'
export { DialogButtons } from './dialog-buttons'
export { DiscardQuestion } from './discard-question'
export { EmptyState, type EmptyStateProps } from './empty-state'
export { ErrorBoundary } from './error-boundary'
export { ErrorState, PermissionHelp } from './error-state'
export { errorText } from './errors'
export { type FieldExtras, fieldProps } from './field'
export { ChunkFailure, ChunkLoadError, loadChunk } from './first-paint/chunk'
export { FormDialog, type FormDialogProps } from './form-dialog'
export { formatList } from './format-list'
export { addTexts, addTranslations, defineTexts, i18n } from './i18n'
export { InlineAlert } from './inline-alert'
export { isNetworkError } from './is-network-error'
export { useLanguageChoice } from './language/use-language'
export { loadScript } from './load-script'
export { Loading } from './loading'
export { Logo, Monogram } from './logo'
export { formatMoney, Money } from './money'
export { normalizeCode } from './normalize-code'
export { PageHeader } from './page-header'
export { NewPasswordField } from './password/new-password-field'
export { checkPassword, type PasswordConfig } from './password/rules'
export { PasswordField, type PasswordFieldProps } from './password-field'
export { isPhoneNumber } from './phone-number'
export { Picture } from './picture'
export { formatDay, RelativeTime } from './relative-time'
export { SaveBar } from './save-bar'
export { followLink, saveFile } from './save-file'
export { SecretBox } from './secret-box'
export { type Secret, useSecretDialog } from './secret-dialog'
export { Sentence } from './sentence'
export { SetupKey } from './setup-key'
export { AccountMenu } from './shell/account-menu'
export { AppShell } from './shell/app-shell'
export { Dropdown } from './shell/dropdown'
export { HeaderLabel, HeaderLink } from './shell/header'
export { ImpersonationBar } from './shell/impersonation-bar'
export type { NavigationGroup, NavigationLink } from './shell/navigation'
export { StalePageQuestion } from './shell/stale-page-question'
export { confirmLeave, discardUnsaved, leavePage, useHasUnsaved, useUnsaved } from './shell/unsaved'
export { StatusBadge } from './status-badge'
export { DataTable } from './table/data-table'
export {
  asyncSelect,
  choice,
  choices,
  type Dates,
  dates,
  type Filters,
  type FilterValues,
  type Option,
  readFilters,
  text,
  writeFilters,
  yesNo,
} from './table/filters'
export { Paging } from './table/paging'
export { RowMenu } from './table/row-menu'
export { SearchField } from './table/search-field'
export { readTableState } from './table/state'
export { timeColumn } from './table/time-column'
export type { BulkAction, Column, DataTableProps, Page, RowAction, Stale, TableState } from './table/types'
export { type Selection, useSelection } from './table/use-selection'
export { TextAreaField, type TextAreaFieldProps } from './text-area-field'
export { TextField, type TextFieldProps } from './text-field'
export type { Brand } from './theme'
export { contrastRatio, themePreview } from './theme-preview'
export { toast } from './toast'
export { UiProvider, type UiProviderProps, useBrand } from './ui-provider'
export { useCopy } from './use-copy'
export { useDialog } from './use-dialog'
export { useSubmit } from './use-submit'
export {
  getBrand,
  getNestedValue,
  getWordings,
  pageBrand,
  type VendorBox,
  type VendorMetadata,
} from './vendor-metadata'
