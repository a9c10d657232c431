/**
 * The first button of a form. Enter in a field or on a box presses it, and because it is disabled, nothing is sent. Only
 * a button that the operator presses sends the form.
 */
export const NoDefaultButton = () => <button type="submit" disabled hidden />
