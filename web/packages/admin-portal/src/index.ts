export { AdminPortal, type AdminPortalProps } from './admin-portal'
export { AdminPortalOverlay, type AdminPortalOverlayProps } from './admin-portal-overlay'
