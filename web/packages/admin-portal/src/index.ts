export { AdminPortal, type AdminPortalProps } from './admin-portal'
