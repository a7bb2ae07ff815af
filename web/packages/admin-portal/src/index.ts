export { AdminPortal, type AdminPortalProps } from './admin-portal'
export { AdminPortalOverlay, type AdminPortalOverlayProps } from './admin-portal-overlay'
export { NotificationBell, type NotificationBellProps } from './embedded-bell'
export { type PortalTheme, setPortalTheme } from './theme-setter'
