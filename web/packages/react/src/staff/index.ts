export { StaffBoundary, type StaffBoundaryProps } from './staff-boundary'
