export { Avatar } from './avatar'
export type { Bar } from './charts/bar'
export { BarChart } from './charts/bar-chart'
export { ShareChart } from './charts/share-chart'
export { readColor } from './color'
export { ConfirmDialog } from './confirm-dialog'
export { CopyButton } from './copy-button'
export { DangerItem, DangerZone } from './danger-zone'
export { EmptyState, type EmptyStateProps } from './empty-state'
export { ErrorBoundary } from './error-boundary'
export { ErrorState } from './error-state'
export { errorText } from './errors'
export { type FieldExtras, fieldProps } from './field'
export { loadPart, PartFailure, PartMissingError } from './first-paint/part'
export { FormDialog, type FormDialogProps } from './form-dialog'
export { formatList } from './format-list'
export { addTexts, defineTexts, i18n } from './i18n'
export { InlineAlert } from './inline-alert'
export { useLanguageChoice } from './language/use-language'
export { Loading } from './loading'
export { Logo, Sign } from './logo'
export { contrastOf, looksOf } from './looks'
export { formatMoney, Money } from './money'
export { PageHeader } from './page-header'
export { NewPasswordField } from './password/new-password-field'
export { checkPassword, type PasswordConfig } from './password/rules'
export { PasswordField, type PasswordFieldProps } from './password-field'
export { RelativeTime } from './relative-time'
export { SaveBar } from './save-bar'
export { SecretBox } from './secret-box'
export { type Secret, useSecretDialog } from './secret-dialog'
export { Sentence } from './sentence'
export { AccountMenu } from './shell/account-menu'
export { AppShell } from './shell/app-shell'
export { Dropdown } from './shell/dropdown'
export { HeaderLink, HeaderWords } from './shell/header'
export { HeldQuestion } from './shell/held-question'
export { ImpersonationBar } from './shell/impersonation-bar'
export type { NavigationGroup, NavigationLink } from './shell/navigation'
export { leave, mayLeave, useHasUnsaved, useUnsaved } from './shell/unsaved'
export { StatusBadge } from './status-badge'
export { DataTable } from './table/data-table'
export {
  choice,
  choices,
  choicesOf,
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
export { readTableState } from './table/state'
export type { BulkAction, Column, DataTableProps, Old, Page, RowAction, TableState } from './table/types'
export { type Selection, useSelection } from './table/use-selection'
export { TextAreaField, type TextAreaFieldProps } from './text-area-field'
export { TextField, type TextFieldProps } from './text-field'
export type { Brand } from './theme'
export { toast } from './toast'
export { UiProvider, type UiProviderProps, useBrand } from './ui-provider'
export { useDialog } from './use-dialog'
export { useSubmit } from './use-submit'
export { brandOf, pageBrand, type VendorBox, type VendorMetadata, valueAt, wordingsOf } from './vendor'
