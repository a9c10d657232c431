/** Where components.json and older files of shadcn's registry look for it. Newer ones import the package. */
export { cn } from 'cn'
