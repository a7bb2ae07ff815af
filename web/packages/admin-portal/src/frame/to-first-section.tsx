import { Navigate } from '@tanstack/react-router'

/** For addresses below a section that the section does not have; the portal's own route knows the rest. */
export function ToFirstSection() {
  return <Navigate to="/" replace />
}
