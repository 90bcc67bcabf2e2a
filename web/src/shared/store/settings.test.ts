import { beforeEach, expect, test } from 'vitest';
import { defaultSettings, settings, updateSettings } from './settings';

beforeEach(() => settings.set(defaultSettings));

test('[2.18] the layout starts as the specification says', () => {
  expect(settings.get()).toMatchObject({
    navbar: true,
    menu: true,
    footer: true,
    topMenu: false,
    tabBar: false,
    menuWidth: 220,
  });
});

test('[2.18] of the layout only the menu-collapsed flag persists', () => {
  updateSettings({ menuCollapse: true, menuWidth: 300, tabBar: true, navbar: false });
  expect({ ...localStorage }).toEqual({ 'menu-collapsed': 'true' });
});

test('[3.7] the settings have the specification’s fields', () => {
  expect(Object.keys(settings.get()).toSorted()).toEqual([
    ...['colorWeak', 'footer', 'globalSettings', 'menu', 'menuCollapse', 'menuFromServer'],
    ...['menuWidth', 'navbar', 'tabBar', 'topMenu'],
  ]);
});

test('[4.12] enabling the top menu un-collapses the menu', () => {
  updateSettings({ menuCollapse: true });
  updateSettings({ topMenu: true });
  expect(settings.get()).toMatchObject({ topMenu: true, menuCollapse: false });
});

test('settings keep their identity while nothing changes', () => {
  const before = settings.get();
  updateSettings({ footer: true });
  expect(settings.get()).toBe(before);
});
