export { StaffTree, type StaffTreeProps } from './staff-tree'
