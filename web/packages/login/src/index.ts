export type { LoginEvent, TellEvent } from './events'
export { LoginBox, type LoginBoxProps } from './login-box'
export { browserNavigation, hashNavigation, type Navigation, type Place } from './navigation'
export { type LoginRoutes, loginRoutes, type PageName, pageAt } from './routes'
