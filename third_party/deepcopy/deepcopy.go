// Package deepcopy stands in for the library of the same name, of which excelize uses Copy alone. The library calls methods by
// names that are known only at run time, and a program that does so keeps every exported method of every type it uses: the binary
// of Lectern would be more than twice as large. ADR 28 has the figures.
package deepcopy

import (
	"fmt"
	"reflect"
)

// Copy copies src, a value or a pointer to it, to where dst points. Both are of one type. Unexported fields are left out, unless a
// struct has no others.
func Copy(dst, src any) error {
	to, from := reflect.ValueOf(dst), reflect.ValueOf(src)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return fmt.Errorf("deepcopy: %T is no place to copy to", dst)
	}
	if from.Kind() == reflect.Pointer && !from.IsNil() && from.Type() == to.Type() {
		from = from.Elem()
	}
	if !from.IsValid() || from.Type() != to.Elem().Type() {
		return fmt.Errorf("deepcopy: %T cannot be copied to %T", src, dst)
	}
	to.Elem().Set(clone(from))
	return nil
}

func clone(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		if v.IsNil() {
			return v
		}
	default:
	}
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(clone(v.Elem()))
	case reflect.Interface:
		out.Set(clone(v.Elem()))
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		cloneElements(out, v)
	case reflect.Array:
		cloneElements(out, v)
	case reflect.Map:
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for _, key := range v.MapKeys() {
			out.SetMapIndex(clone(key), clone(v.MapIndex(key)))
		}
	case reflect.Struct:
		cloneFields(out, v)
	default:
		return v
	}
	return out
}

func cloneElements(out, v reflect.Value) {
	for i := range v.Len() {
		out.Index(i).Set(clone(v.Index(i)))
	}
}

func cloneFields(out, v reflect.Value) {
	exported := false
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			exported = true
			out.Field(i).Set(clone(v.Field(i)))
		}
	}
	if !exported {
		out.Set(v)
	}
}
